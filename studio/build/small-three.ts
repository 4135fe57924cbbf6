// three.js without what the studio never draws: built from its sources, with parts that are never reached replaced by nearly
// nothing. What is left out is an error where somebody comes to use it: a shader that does not compile, an include that is not
// there, a flag that the build finds to be set after all.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { normalizePath, type Plugin, parseSync, Visitor } from 'vite'
import { compactShader, withoutDeadBranches } from './glsl.js'

/** With '/' on any machine, as the build names its modules. */
const ROOT = normalizePath(join(dirname(createRequire(import.meta.url).resolve('three')), '..', 'src'))

/** Modules by their path, and what stands for them. */
const STUBS: Readonly<Record<string, string>> = {
  'renderers/webxr/WebXRManager.js': `export class WebXRManager {
    enabled = false; isPresenting = false
    addEventListener() {} removeEventListener() {} setAnimationLoop() {} dispose() {}
    getEnvironmentBlendMode() {} }`,
  'renderers/webgl/WebGLEnvironments.js':
    'export function WebGLEnvironments() { return { get: () => null, dispose() {} } }',
  'renderers/webgl/WebGLMorphtargets.js': 'export function WebGLMorphtargets() { return { update() {} } }',
  'renderers/webgl/WebGLUniformsGroups.js':
    'export function WebGLUniformsGroups() { return { bind() {}, update() {}, dispose() {} } }',
  'renderers/webgl/WebGLOutput.js':
    'export function WebGLOutput() { throw new Error("three.js: WebGLOutput is left out") }',
  'renderers/shaders/DFGLUTData.js': 'export const getDFGLUT = () => null',
  'renderers/shaders/ShaderLib/vsm.glsl.js': 'export const vertex = "", fragment = ""',
}

/** Of ShaderLib: those of the materials that the studio has, and of shadows. */
const SHADERS = ['basic', 'lambert', 'depth', 'sprite', 'shadow']
/** Chunks that the studio's own shaders include, and one that three.js puts before all. */
const INCLUDED = ['colorspace_fragment', 'colorspace_pars_fragment']

/** Macros for what the studio does not draw with; a shader that is compiled with one of them is an error. */
const GUARDED = `ALPHA_TO_COVERAGE DITHERING FOG_EXP2 TONE_MAPPING DISTANCE PREMULTIPLIED_ALPHA SHADOWMAP_TYPE_BASIC
  SHADOWMAP_TYPE_VSM USE_ALPHAHASH USE_ALPHATEST USE_COLOR USE_COLOR_ALPHA USE_FOG USE_LOGARITHMIC_DEPTH_BUFFER USE_MORPHCOLORS
  USE_MORPHNORMALS USE_MORPHTARGETS USE_REVERSED_DEPTH_BUFFER USE_TANGENT`.split(/\s+/)

/** Macros for kinds of materials and things that do not occur, and for maps that no material has: the build looks for those. */
const IMPOSSIBLE =
  `DECODE_VIDEO_TEXTURE DECODE_VIDEO_TEXTURE_EMISSIVE ENV_WORLDPOS STANDARD PHONG TOON MATCAP USE_ALPHAMAP
  USE_ANISOTROPY USE_ANISOTROPYMAP USE_AOMAP USE_BATCHING USE_BATCHING_COLOR USE_BUMPMAP USE_CLEARCOAT USE_CLEARCOATMAP
  USE_CLEARCOAT_NORMALMAP USE_CLEARCOAT_ROUGHNESSMAP USE_DIFFUSE_ROUGHNESS USE_DIFFUSE_ROUGHNESSMAP USE_DISPERSION
  USE_DISPLACEMENTMAP USE_EMISSIVEMAP USE_ENVMAP USE_GRADIENTMAP USE_INSTANCING USE_INSTANCING_COLOR USE_INSTANCING_MORPH
  USE_IRIDESCENCE USE_IRIDESCENCEMAP USE_IRIDESCENCE_THICKNESSMAP USE_LIGHTMAP USE_LIGHT_PROBES USE_MATCAP USE_METALNESSMAP
  USE_NORMALMAP USE_NORMALMAP_OBJECTSPACE USE_NORMALMAP_TANGENTSPACE USE_PACKED_NORMALMAP USE_RETROREFLECTION
  USE_ROUGHNESSMAP USE_SHEEN USE_SHEEN_COLORMAP USE_SHEEN_ROUGHNESSMAP USE_SKINNING USE_SPECULARMAP USE_SPECULAR_COLORMAP
  USE_SPECULAR_INTENSITYMAP USE_THICKNESSMAP USE_TRANSMISSION USE_TRANSMISSIONMAP`.split(/\s+/)
/** Where three.js defines them. */
const DEFINES = new RegExp(`^.*\\? '#define (?:${IMPOSSIBLE.join('|')})' : '',$`, 'gm')

/** Numbers that three.js writes for lights and planes which the studio does not have. */
const ZEROS = `NUM_POINT_LIGHTS NUM_POINT_LIGHT_SHADOWS NUM_SPOT_LIGHTS NUM_SPOT_LIGHT_SHADOWS NUM_SPOT_LIGHT_COORDS
  NUM_SPOT_LIGHT_MAPS NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS NUM_RECT_AREA_LIGHTS NUM_SUN_LIGHTS NUM_SUN_LIGHT_SHADOWS
  NUM_LIGHT_PROBE_GRIDS NUM_CLIPPING_PLANES`.split(/\s+/)

const NEVER = { macros: new Set([...GUARDED, ...IMPOSSIBLE]), zeros: new Set(ZEROS) }

/** In shaders that three.js has written: what was left out is not asked for. */
const GUARD = `#if ${GUARDED.map((name) => `defined ${name}`).join('||')}||${ZEROS.join('+')}>0
#error left out: studio/build/small-three.ts
#endif
`

/** Flags of kinds of things that do not occur: no module of the build sets them. */
const FLAGS = `isMeshStandardMaterial isMeshPhysicalMaterial isMeshToonMaterial isMeshMatcapMaterial isMeshPhongMaterial
  isMeshNormalMaterial isLineDashedMaterial isNodeMaterial isSkinnedMesh isBatchedMesh isInstancedMesh
  isVideoTexture isCompressedTexture isCompressedArrayTexture isHTMLTexture
  isWebGLMultipleRenderTargets isWebGL3DRenderTarget isWebGLArrayRenderTarget isFog isFogExp2 isPointLight isSpotLight
  isRectAreaLight isLightProbe isSunLight isLOD isGLBufferAttribute isExternalTexture
  isXRRenderTarget isArrayCamera isImmediateRenderObject isLineLoop isFramebufferTexture
  isLightProbeGrid isBundleGroup isClippingGroup isWebGLCubeRenderTarget isCompressedCubeTexture isAmbientLight
  isPointLightShadow isFloat16BufferAttribute`.split(/\s+/)
const READ = new RegExp(`(?<![\\w.])(?:\\w+\\.)+(?:${FLAGS.join('|')})\\b(?!\\s*=[^=])`, 'g')
const SET = new RegExp(`\\b(?:${FLAGS.join('|')})\\s*=(?!=)`, 'g')

/** Properties that the studio's materials do not have: to read one is undefined. */
const ABSENT =
  `anisotropy anisotropyMap clearcoat clearcoatMap clearcoatRoughnessMap clearcoatNormalMap clearcoatNormalScale
  diffuseRoughness diffuseRoughnessMap dispersion gradientMap iridescence iridescenceMap iridescenceThicknessMap matcap metalnessMap
  retroreflectivity roughnessMap sheen sheenColorMap sheenRoughnessMap specularColorMap specularIntensityMap thicknessMap
  transmission transmissionMap`.split(/\s+/)
const GIVEN = new RegExp(`\\bthis\\.(?:${ABSENT.filter((name) => name !== 'anisotropy').join('|')})\\s*=(?!=)`, 'g')
const LOOK = new RegExp(`\\bmaterial\\.(?:${ABSENT.join('|')})\\b(?!\\s*=[^=])`, 'g')

/** Maps that the studio's materials could have and do not: no file of the studio names one. */
const UNSET = 'alphaMap aoMap bumpMap displacementMap emissiveMap envMap lightMap normalMap specularMap'.split(' ')
const LOOK_UNSET = new RegExp(`\\bmaterial\\.(?:${UNSET.join('|')})\\b(?!\\s*=[^=])`, 'g')
const NAMED = new RegExp(`\\b(?:${UNSET.join('|')})\\b`, 'g')

/** Methods that nobody calls: no module of the build says their names. */
const UNCALLED = [
  'toJSON fromJSON computeTangents computeVertexNormals toNonIndexed computeLineDistances setViewOffset clearViewOffset',
  'setAxisAngleFromRotationMatrix setAxisAngleFromQuaternion distanceSqToLine3 setX setY setZ setW setXYZW transformUv copyAt',
  'slerp slerpFlat slerpQuaternions multiplyQuaternionsFlat extractBasis angleTo getHSL lerpHSL offsetHSL getStyle getHexString',
  'roundToZero lerpVectors lerpColors clampScalar subScalar intersectLine intersectsLine intersectObjects isFrontFacing',
  'manhattanLength manhattanDistanceTo getViewBounds getViewSize getEffectiveFOV setFocalLength getFocalLength cursorStyle',
  'setFromXRController setFromArrayCamera setFromAttributeAndIndices setFromPointsAndIndices setFromCenterAndSize',
  'setFromMatrix3 setFromCylindrical setFromCylindricalCoords getObjectByProperty getObjectsByProperty getObjectByName',
  'getObjectById randomDirection normalizeNormals containsBox transposeIntoArray projectOnVector projectOnPlane rotateAround',
  'rotateTowards rotateOnWorldAxis applyAxisAngle translateOnAxis translateX translateY translateZ saveState listenToKeyEvents',
  'worldToLocal localToWorld getWorldPosition getWorldQuaternion getWorldScale traverseAncestors makeShear addUpdateRange',
  'copySRGBToLinear copyLinearToSRGB convertSRGBToLinear convertLinearToSRGB copyTextureToTexture copyFramebufferToTexture',
  'readRenderTargetPixels readRenderTargetPixelsAsync setRenderTargetTextures setRenderTargetFramebuffer compileAsync initTexture',
  'setDrawingBufferSize',
].flatMap((line) => line.split(' '))
const isUncalled = new Set(UNCALLED)
const CALL = new RegExp(`[.'"\`](?:${UNCALLED.join('|')})\\b`, 'g')

/** Without those methods. */
function withoutUncalled(path: string, code: string): string {
  const { program } = parseSync(path, code)
  const found: { start: number; end: number }[] = []
  new Visitor({
    MethodDefinition(method) {
      if (method.key.type === 'Identifier' && !method.computed && isUncalled.has(method.key.name)) found.push(method)
    },
    // this.name = function …
    ExpressionStatement(statement) {
      const { expression } = statement
      if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') return
      const { object, property } = expression.left
      if (object.type !== 'ThisExpression' || property.type !== 'Identifier' || !isUncalled.has(property.name)) return
      if (expression.right.type === 'FunctionExpression') found.push(statement)
    },
  }).visit(program)
  found.sort((a, b) => b.start - a.start)
  return found.reduce((sum, { start, end }) => sum.slice(0, start) + sum.slice(end), code)
}

/** Names of colours: the studio writes them as numbers. */
const COLOURS = /(?<=const _colorKeywords = )\{[^}]*\}/

const source = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Chunks by their names, those that the kept shaders are made of; what is nothing any more is not included. */
function chunks(): Map<string, string> {
  const paths = new Map<string, [path: string, name: string]>()
  const list = source('renderers/shaders/ShaderChunk.js')
  for (const [, name, path] of list.matchAll(/^import (\w+) from '\.\/(.*)';/gm)) paths.set(name!, [path!, 'default'])
  for (const [, space, path] of list.matchAll(/^import \* as (\w+) from '\.\/(.*)';/gm)) {
    for (const part of ['vertex', 'fragment']) paths.set(`${space}_${part.slice(0, 4)}`, [path!, part])
  }
  const texts = new Map<string, string>()
  const textOf = (name: string): string => {
    const known = texts.get(name)
    if (known !== undefined) return known
    const [path, part] = paths.get(name) ?? []
    if (path === undefined) throw new Error(`three.js has no chunk ${name}`)
    const file = source(`renderers/shaders/${path}`)
    const start = part === 'default' ? 'export default' : `export const ${part} =`
    const [, text] = /^[^`]*`([^`]*)`/.exec(file.slice(file.indexOf(start)))!
    const kept = withoutDeadBranches(text!, NEVER).replace(/^[ \t]*#include +<(\w+)>.*$/gm, (line, inner: string) =>
      textOf(inner) === '' ? '' : line.trim(),
    )
    const small = compactShader(kept)
    texts.set(name, small)
    return small
  }
  for (const name of roots()) textOf(name)
  for (const [name, text] of texts) if (text === '') texts.delete(name)
  texts.set('common', GUARD + texts.get('common')!)
  return texts
}

/** Names of the chunks that begin a shader. */
function roots(): string[] {
  const lib = source('renderers/shaders/ShaderLib.js')
  const named = SHADERS.flatMap((shader) => {
    const found = new RegExp(
      `^\\t${shader}: \\{[\\s\\S]*?ShaderChunk\\.(\\w+),\\s*fragmentShader: ShaderChunk\\.(\\w+)`,
      'm',
    ).exec(lib)!
    return [found[1]!, found[2]!]
  })
  return [...named, ...INCLUDED]
}

/** ShaderLib with the kept ones only. */
function shaderLib(): string {
  const lib = source('renderers/shaders/ShaderLib.js')
  const head = lib.slice(0, lib.indexOf('const ShaderLib'))
  const entries = SHADERS.map((shader) =>
    new RegExp(`^\\t${shader}: \\{[\\s\\S]*?^\\t\\},?$`, 'm').exec(lib)![0].replace(/,$/, ''),
  )
  return `${head}export const ShaderLib = {\n${entries.join(',\n')}\n}`
}

export function smallThree(): Plugin {
  return {
    name: 'small-three',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === 'three' ? `${ROOT}/Three.js` : undefined),
    load(id) {
      if (!id.startsWith(ROOT)) return
      const path = id.slice(ROOT.length + 1)
      const stub = STUBS[path]
      if (stub !== undefined) return stub
      if (path === 'renderers/shaders/ShaderLib.js') return shaderLib()
      if (path === 'renderers/shaders/ShaderChunk.js') {
        return `export const ShaderChunk = ${JSON.stringify(Object.fromEntries(chunks()))}`
      }
      return withoutUncalled(path, source(path))
        .replace(READ, 'false')
        .replace(LOOK, '(void 0)')
        .replace(LOOK_UNSET, 'null')
        .replace(COLOURS, '{}')
        .replace(DEFINES, '')
    },
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.entries(file.modules) : [],
      )
      const found = modules.flatMap(([id, { code }]) => {
        if (!id.includes('node_modules'))
          return [SET, CALL, NAMED].flatMap((pattern) => (code ?? '').match(pattern) ?? [])
        return id.includes('/three/') ? [SET, CALL, GIVEN].flatMap((pattern) => (code ?? '').match(pattern) ?? []) : []
      })
      if (found.length > 0) this.error(`left out of three.js, and wanted: ${[...new Set(found)].join(' ')}`)
    },
  }
}

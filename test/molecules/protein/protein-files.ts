// The proteins of the folder LIMBER_DATA, where there is one.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseStructure } from '../../../src/formats/molecules/structure.js'
import type { Structure } from '../../../src/molecules/structure/structure.js'

const folder = process.env.LIMBER_DATA === undefined ? undefined : join(process.env.LIMBER_DATA, 'proteins')

export const realProteins: readonly { readonly file: string; read(): Structure }[] =
  folder === undefined || !existsSync(folder)
    ? []
    : readdirSync(folder)
        .sort()
        .map((file) => ({ file, read: () => parseStructure(readFileSync(join(folder, file)), { name: file }) }))

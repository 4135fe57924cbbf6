// The arguments of `npm run bench --`.

export interface BenchArguments {
  readonly names: readonly string[]
  readonly quick: boolean
  /** A folder with another build. */
  readonly against?: string
  /** What was said as `--name=value`. */
  readonly options: Readonly<Record<string, string>>
}

export function readArguments(args: readonly string[]): BenchArguments {
  const names: string[] = []
  const options: Record<string, string> = {}
  let quick = false
  for (let k = 0; k < args.length; k++) {
    const arg = args[k]!
    const [, name, value] = /^--([a-z]+)=(.*)$/.exec(arg) ?? []
    if (arg === '--quick') quick = true
    else if (arg === '--against') options.against = args[++k] ?? ''
    else if (name !== undefined) options[name] = value!
    else if (arg.startsWith('-')) throw new Error(`there is no option ${arg}`)
    else names.push(arg)
  }
  const { against, ...rest } = options
  if (against === '') throw new Error('--against needs a folder with another build')
  return { names, quick, options: rest, ...(against === undefined ? {} : { against }) }
}

// `limber completion SHELL`: a script that completes commands and options, made from the commands themselves.
import { Argument, type Command } from 'commander'
import { bashCompletion } from './completion/bash.js'
import { completedCommands } from './completion/completed-commands.js'
import { fishCompletion } from './completion/fish.js'
import { zshCompletion } from './completion/zsh.js'
import { EXIT_CODE_HELP } from './exit-codes.js'

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

const HELP = `
In the file that the shell reads when it starts:
  bash  ~/.bashrc    source <(limber completion bash)
  zsh   ~/.zshrc     source <(limber completion zsh), below compinit
  fish  ~/.config/fish/config.fish    limber completion fish | source
The word limber has to be a command: "npm install -g limber" makes it one, and so does
alias limber='npx limber'.`

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script with which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action((shell: keyof typeof SHELLS) => {
      process.stdout.write(SHELLS[shell](completedCommands(program)))
    })
}

// How `check` and `plan` word their usage: the scene is not optional, whatever commander has to believe.

export const CHECK_USAGE = '[options] <scene>'

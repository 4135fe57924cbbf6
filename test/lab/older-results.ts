/** Committed results that were made before documents had their plan inside. A name leaves the list when its result is made again. */
export const OLDER_RESULTS: readonly string[] = ['chaintree', 'kdop', 'adaptive', 'planning', 'melting']

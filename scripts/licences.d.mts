export function licencesOf(ids: Iterable<string>): string

// Turns of phrase that Limber does not use, and what to write instead. scripts/lint-words.mjs looks for them in strings, in the comments
// of src/ and in docs/. A turn is matched as whole words, in any case; docs/glossary.md has the terms.
/** @type {readonly (readonly [turn: RegExp, instead: string])[]} */
export const BANNED_TURNS = [
  [/\bparted\b|\bparting\b|\bparts? (them|the two)\b/, 'separated, separation, separates'],
  [/\bbad news\b/, 'a violation'],
  [/\blacks? (most|least)\b/, 'has the largest deficit'],
  [/\banew\b|\bafresh\b/, 'again, from scratch, rebuilt, recomputed'],
  [/\b(some|any|no|every)body\b/, 'the caller, another program; or the passive voice'],
  [/\bwhoever\b/, 'the caller'],
  [/(?<!\bthat )\bone's own\b/, 'your own'],
  [/\bso (many|much|long|often|near|close)\b(?! (as|that)\b)/, 'this many, at most n, this close'],
  [/\b(is|are|was|were) told\b|\b(tell|told|tells) apart\b/, 'is reported, is listed; distinguish'],
  [/\bstands? (once|twice|at (zero|neutral))\b/, 'is defined once; is at zero'],
  [/(?<!\bthere )\b(is|are) none(?=[,.;:)]|$)/, '"is zero", "is missing", "does not exist"'],
  [
    /(?<!\bthere )\b(is|are) no (?!(longer|more|less|fewer|farther|larger|smaller|greater|other|\w+er than)\b)/,
    '"is not a …"',
  ],
  [/\bnone of that name\b/, 'no such file'],
  [/\bwherever one\b|\bcan one\b|\bone look(s|ed)\b/, 'who does it: "in every sample", "the caller"'],
  [/\blook(s|ed|ing)? at\b/, 'test, check, examine'],
  [/\bgo(es|ing)? on\b/, 'continue, resume'],
  [/\bmend(s|ed|ing)?\b/, 'fix, repair'],
  [/\b(all )?but for\b|\ball but\b/, 'except; almost'],
  [/\bcomes? of it\b|\bto be had\b/, 'results; available'],
  [/\bfrom nothing\b/, 'from scratch'],
  [/\bas near as\b/, 'within, closer than'],
  [/\babout nothing\b/, 'near zero'],
  [/\b(writes?|written) (it |them )?down\b/, 'write, store'],
  [/\btak(es?|en|ing) back\b/, 'undo'],
  [/\bfor the eye\b/, 'for display'],
]

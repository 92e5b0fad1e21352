/** Of what somebody else has changed in a form since. */
export interface Merged<Field extends string> {
  /** Changed by somebody else alone: taken over. */
  taken: readonly Field[];
  /** Changed by both: what was typed stays. */
  both: readonly Field[];
}

/** Of what somebody else has changed since a form was begun, what was changed here as well, and what was not. */
export function mergeFields<Field extends string>(
  fields: readonly Field[],
  typed: Readonly<Record<Field, string>>,
  base: Readonly<Record<Field, string>>,
  theirs: Readonly<Record<Field, string>>,
): Merged<Field> {
  const changed = fields.filter((field) => theirs[field] !== base[field] && theirs[field] !== typed[field]);
  return {
    taken: changed.filter((field) => typed[field] === base[field]),
    both: changed.filter((field) => typed[field] !== base[field]),
  };
}

/** Of what somebody else has changed in a form since. */
export interface Merged<Field extends string> {
  /** Changed by somebody else alone: taken over. */
  taken: readonly Field[];
  /** Changed by both: what was typed stays. */
  both: readonly Field[];
}

/** Fields that are one value together, by what comes before: half of one position and half of another is a place that nobody meant. */
const positionOf = (field: string): string | undefined => /^(.*)(?:latitude|longitude)$/.exec(field)?.[1];

/** Of what somebody else has changed since a form was begun, what was changed here as well, and what was not. */
export function mergeFields<Field extends string>(
  fields: readonly Field[],
  typed: Readonly<Record<Field, string>>,
  base: Readonly<Record<Field, string>>,
  theirs: Readonly<Record<Field, string>>,
): Merged<Field> {
  const differ = (field: Field, some: Readonly<Record<Field, string>>, others: Readonly<Record<Field, string>>) =>
    fields
      .filter((one) => one === field || (positionOf(one) !== undefined && positionOf(one) === positionOf(field)))
      .some((one) => some[one] !== others[one]);
  const changed = fields.filter((field) => differ(field, theirs, base) && differ(field, theirs, typed));
  return {
    taken: changed.filter((field) => !differ(field, typed, base)),
    both: changed.filter((field) => differ(field, typed, base)),
  };
}

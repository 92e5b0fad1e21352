const plural = new Intl.PluralRules('en-US');

/** `1 review`, `12 reviews`. */
export const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${plural.select(count) === 'one' ? one : many}`;

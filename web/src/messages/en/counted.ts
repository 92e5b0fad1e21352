import { number } from '../format.ts';

const plural = new Intl.PluralRules('en');

/** `1 review`, `12 reviews`. */
export const counted = (count: number, one: string, many: string) =>
  `${number(count)} ${plural.select(count) === 'one' ? one : many}`;

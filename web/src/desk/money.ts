/** Ten digits of dollars: their cents are counted without a fault, and nobody means more. */
const asTyped = /^\$?\s*(?:(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2})?)?|\.(\d{1,2}))$/;
const mostDigits = 10;

/**
 * Whole cents of dollars as somebody types them: `1234.5`, `$1,234.50`, `.99`. Null for what is no amount, or could be meant in
 * two ways, as `1.234` and `12,5` in parts of the world.
 */
export function readCents(typed: string): number | null {
  const found = asTyped.exec(typed.normalize('NFKC').trim());
  if (!found) return null;
  const [, whole = '', cents = '', centsAlone = cents] = found;
  const digits = whole.replaceAll(',', '');
  return digits.length > mostDigits ? null : Number(digits) * 100 + Number(centsAlone.padEnd(2, '0'));
}

/** Cents as dollars to type on: `1,234.50`. */
export function writeCents(cents: number): string {
  const dollars = String(Math.floor(cents / 100)).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${dollars}.${String(cents % 100).padStart(2, '0')}`;
}

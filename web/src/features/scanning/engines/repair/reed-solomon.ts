import { _GF256 as field } from 'qr';

const { exp, log } = field;
const multiply = (a: number, b: number) => (a && b ? exp[log[a]! + log[b]!]! : 0);
const divide = (a: number, b: number) => (a ? exp[log[a]! + 255 - log[b]!]! : 0);

/** Value of a polynomial, lowest power first. */
function evaluate(polynomial: readonly number[], x: number): number {
  return polynomial.reduceRight((value, coefficient) => multiply(value, x) ^ coefficient, 0);
}

/** Product of two polynomials, cut off at a power. */
function product(a: readonly number[], b: readonly number[], length: number): number[] {
  const result = new Array<number>(length).fill(0);
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j < b.length && i + j < length; j++) result[i + j] = result[i + j]! ^ multiply(a[i]!, b[j]!);
  return result;
}

/**
 * Corrects a block of codewords in place. A codeword known to be worthless (an erasure) costs one of the block's check
 * words, one that is wrong somewhere else costs two.
 * @returns how many check words are left over as proof, or -1 where the block cannot be corrected.
 */
export function correctBlock(block: Uint8Array, checkWords: number, erased: readonly number[]): number {
  if (erased.length > checkWords) return -1;
  const words = Array.from(block).reverse();
  const syndromes = Array.from({ length: checkWords }, (_, power) => evaluate(words, exp[power]!));
  if (syndromes.every((syndrome) => syndrome === 0)) return checkWords - erased.length;
  const locator = findLocator(
    syndromes,
    erased.map((index) => exp[block.length - 1 - index]!),
  );
  if (!locator) return -1;
  const errors = locator.length - 1;
  const evaluator = product(syndromes, locator, checkWords).slice(0, errors);
  let corrected = 0;
  for (let power = 0; power < block.length; power++) {
    const inverse = exp[255 - power]!;
    if (evaluate(locator, inverse) !== 0) continue;
    // Forney: the locator's derivative has its odd powers only.
    let slope = 0;
    for (let odd = 1; odd <= errors; odd += 2)
      slope ^= multiply(locator[odd]!, exp[((255 - power) * (odd - 1)) % 255]!);
    if (slope === 0) return -1;
    const index = block.length - 1 - power;
    block[index] = block[index]! ^ divide(multiply(evaluate(evaluator, inverse), exp[power]!), slope);
    corrected++;
  }
  return corrected === errors ? checkWords - 2 * errors + erased.length : -1;
}

/** Berlekamp and Massey's search, begun from the places known to be worthless. */
function findLocator(syndromes: readonly number[], erasedAt: readonly number[]): number[] | null {
  let locator = [1];
  for (const root of erasedAt) locator = product(locator, [1, root], locator.length + 1);
  let previous = locator;
  let length = erasedAt.length;
  for (let step = erasedAt.length; step < syndromes.length; step++) {
    const discrepancy = locator.reduce(
      (sum, coefficient, i) => sum ^ multiply(coefficient, syndromes[step - i] ?? 0),
      0,
    );
    previous = [0, ...previous];
    if (discrepancy === 0) continue;
    const next = previous.map((coefficient, i) => (locator[i] ?? 0) ^ multiply(discrepancy, coefficient));
    for (let i = next.length; i < locator.length; i++) next.push(locator[i]!);
    if (2 * length <= step + erasedAt.length) {
      previous = locator.map((coefficient) => divide(coefficient, discrepancy));
      length = step + 1 + erasedAt.length - length;
    }
    locator = next;
  }
  while (locator.length > 1 && locator.at(-1) === 0) locator.pop();
  return locator.length - 1 === length && 2 * length - erasedAt.length <= syndromes.length ? locator : null;
}

/** No body of the contract nests deeper than a few levels, nor holds half as many values (100 events of 27). */
const mostJsonDepth = 32;
const mostJsonValues = 10_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * What is too much about a JSON text, found from its bytes before anything is made of them: a megabyte of `{}` becomes
 * twenty megabytes of objects, and whatever walks a deep value by calling itself runs out of stack. Text that is no JSON
 * may pass; the parser refuses it.
 */
export function findJsonExcess(bytes: Uint8Array): 'is too deep' | 'has too many values' | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfString(bytes, at + 1);
    } else if (byte === openBracket || byte === openBrace) {
      if (++depth > mostJsonDepth) return 'is too deep';
      if (++values > mostJsonValues) return 'has too many values';
    } else if (byte === comma) {
      if (++values > mostJsonValues) return 'has too many values';
    } else if (byte === closeBracket || byte === closeBrace) {
      depth--;
    }
  }
  return undefined;
}

/** Where the quote stands that ends the string begun before `from`; the text's end where there is none. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

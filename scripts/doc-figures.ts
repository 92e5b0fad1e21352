/** A figure that a document tells of the code. */
export interface Figure {
  /** The documents, of which one at least tells it. */
  told: readonly string[];
  /** Its words, with `#` for the figure. */
  as: string;
  /** The source that the figure comes from. */
  from: string;
  /** The code there, with `#` for a number or a product of numbers. */
  code: string;
  /** What one of the document's units is in the code's: 1000 where it tells seconds of milliseconds. */
  unit?: number;
}

const words: Record<number, string> = {
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  10: 'ten',
  12: 'twelve',
  15: 'fifteen',
  20: 'twenty',
  30: 'thirty',
  50: 'fifty',
  60: 'sixty',
  100: 'hundred',
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const number = `(\\d{1,3}(?:,\\d{3})+|\\d+(?:\\.\\d+)?|${Object.values(words).join('|')})`;

/** Figures that a document tells otherwise than the code has them, or that either does not have any more. */
export function findWrongFigures(figures: readonly Figure[], read: (path: string) => string): string[] {
  return figures.flatMap(({ told, as, from, code, unit = 1 }) => {
    const value = numberIn(read(from), code);
    if (value === undefined) return [`${told.join(', ')}: of "${as}" the source ${from} has no "${code}"`];
    const figure = value / unit;
    const forms = [figure.toLocaleString('en'), String(figure), words[figure] ?? []].flat();
    const telling = new RegExp(as.split('#').map(escaped).join(number), 'g');
    const said = told.flatMap((path) => [...read(path).matchAll(telling)].map(([, one]) => ({ path, one: one! })));
    if (!said.length) return [`${told.join(', ')}: nowhere stands "${as.replace('#', forms[0]!)}", as ${from} has it`];
    return said
      .filter(({ one }) => !forms.includes(one))
      .map(({ path, one }) => `${path}: "${as.replace('#', one)}" is ${forms[0]} in ${from}`);
  });
}

function numberIn(source: string, code: string): number | undefined {
  const [before = '', after = ''] = code.split('#').map(escaped);
  const [, product] =
    source.match(new RegExp(`(?<!\\w)${before}(\\d[\\d_.]*(?: \\* \\d[\\d_.]*)*)(?![\\w*])${after}`)) ?? [];
  return product?.split('*').reduce((sum, factor) => sum * Number(factor.replaceAll('_', '')), 1);
}

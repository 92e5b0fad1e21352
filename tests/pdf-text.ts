import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A text of a PDF, in points from the left and from below. */
interface PlacedText {
  x: number;
  y: number;
  width: number;
  text: string;
}

/** The texts of each page of a PDF, as a reader that is not ours finds them, by lines from above: those of one height, from left to right. */
export async function textsOfPdf(bytes: Uint8Array): Promise<PlacedText[][][]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: PlacedText[][][] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const lines = new Map<number, PlacedText[]>();
    for (const item of items) {
      if (!('str' in item) || !item.str.trim()) continue;
      const [x, y] = [Number(item.transform[4]), Math.round(Number(item.transform[5]))];
      lines.set(y, [...(lines.get(y) ?? []), { x, y, width: item.width, text: item.str }]);
    }
    const fromAbove = [...lines].sort(([one], [other]) => other - one);
    pages.push(fromAbove.map(([, texts]) => texts.sort((one, other) => one.x - other.x)));
  }
  return pages;
}

/** The same as text, a line each. */
export const linesOfPdf = async (bytes: Uint8Array): Promise<string[][]> =>
  (await textsOfPdf(bytes)).map((lines) => lines.map((texts) => texts.map(({ text }) => text).join(' | ')));

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The lines of each page of a PDF, as a reader that is not ours finds them: texts of one height, from left to right. */
export async function linesOfPdf(bytes: Uint8Array): Promise<string[][]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[][] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const lines = new Map<number, { x: number; text: string }[]>();
    for (const item of items) {
      if (!('str' in item) || !item.str.trim()) continue;
      const [x, y] = [Number(item.transform[4]), Math.round(Number(item.transform[5]))];
      lines.set(y, [...(lines.get(y) ?? []), { x, text: item.str }]);
    }
    const fromAbove = [...lines].sort(([one], [other]) => other - one);
    pages.push(
      fromAbove.map(([, texts]) =>
        texts
          .sort((one, other) => one.x - other.x)
          .map(({ text }) => text)
          .join(' | '),
      ),
    );
  }
  return pages;
}

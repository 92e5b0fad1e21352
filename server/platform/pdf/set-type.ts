import { fileURLToPath } from 'node:url';

const file = (path: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${path}.ttf`));
/** Of each weight the house's type, and the one for what that has no letters of. */
const faces = {
  body: {
    latin: file('newsreader/400Regular/Newsreader_400Regular'),
    japanese: file('zen-old-mincho/400Regular/ZenOldMincho_400Regular'),
  },
  strong: {
    latin: file('newsreader/600SemiBold/Newsreader_600SemiBold'),
    japanese: file('zen-old-mincho/600SemiBold/ZenOldMincho_600SemiBold'),
  },
} as const;
export type Weight = keyof typeof faces;

export const pointsPerMm = 72 / 25.4;
/** Lines of type stand so far apart, in sizes of it. */
const leading = { latin: 1.16, japanese: 1.35 };
/** So much of a line stands before where it is aligned. */
const before = { left: 0, center: 0.5, right: 1 };
/** Each try of a size that fits is so much smaller. */
const step = 0.95;
/** Between these, and where they meet others, a line may be broken; not before what closes, nor after what opens. */
const eastern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。ー]/u;
const closing = /^[、。，．・：；？！）」』】ー’”,.:;?!)\]]/u;
const opening = /[「『（【“‘([]$/u;

/** Marks within others, which have no shape of their own. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Mark}\p{Control}]/u;

/** Where a text has it, it is broken there and nowhere else. */
const breaking = '\u200b';

/** A font of the PDF, as far as its letters are asked for. */
interface OpenFont {
  _font: {
    font: {
      hasGlyphForCodePoint(code: number): boolean;
      layout(text: string, features?: readonly string[]): { advanceWidth: number };
      unitsPerEm: number;
    };
  };
}

interface Run {
  face: string;
  text: string;
  /** In sizes of the type. */
  width: number;
}

export interface Fitted {
  /** In millimetres, as all lengths here. */
  size: number;
  height: number;
  leading: number;
  lines: { runs: Run[]; width: number }[];
}

interface Fitting {
  width: number;
  weight: Weight;
  size: number;
  /** The smallest size: what does not fit at that is cut off with an ellipsis. */
  least: number;
  lines: number;
}

interface TypeLook {
  /** Stands for a letter that no face has; without one it is left out. */
  missing?: string;
  features?: PDFKit.Mixins.OpenTypeFeatures[];
}

/** Sets lines of type into a PDF, in faces that have their letters. */
export class Type {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #look: TypeLook;
  readonly #segments: Intl.Segmenter;
  readonly #fitted = new Map<string, Fitted>();
  readonly #runs = new Map<string, Run[]>();

  constructor(pdf: PDFKit.PDFDocument, language: string, look: TypeLook = {}) {
    this.#pdf = pdf;
    this.#look = look;
    this.#segments = new Intl.Segmenter(language, { granularity: 'word' });
    for (const [weight, { latin, japanese }] of Object.entries(faces)) {
      pdf.registerFont(`${weight} latin`, latin);
      pdf.registerFont(`${weight} japanese`, japanese);
    }
  }

  /** Breaks a text into lines that fit, of even length, at the largest size at which they do. */
  fit(text: string, given: Fitting): Fitted {
    const key = JSON.stringify([text, given]);
    const known = this.#fitted.get(key);
    if (known) return known;
    const fitted = this.#fit(text, given);
    this.#fitted.set(key, fitted);
    return fitted;
  }

  #fit(text: string, { width, weight, size, least, lines: most }: Fitting): Fitted {
    const words = this.#words(drawable(text));
    for (let tried = size; ; tried = Math.max(least, tried * step)) {
      const lines = this.#break(words, weight, width / tried);
      const fits = lines.length <= most && lines.every((line) => this.#width(line, weight) <= width / tried);
      if (fits) return this.#measured(this.#evened(words, weight, width / tried, lines), weight, tried);
      if (tried === least) return this.#measured(this.#cut(lines, weight, width / tried, most), weight, tried);
    }
  }

  /** Breaks a text at one size into as many lines as it takes. A word that is longer than a line is broken too. */
  wrap(text: string, { width, weight, size }: Pick<Fitting, 'width' | 'weight' | 'size'>): Fitted {
    const most = width / size;
    const words = this.#words(drawable(text)).flatMap((word) => this.#pieces(word, weight, most));
    return this.#measured(this.#break(words, weight, most), weight, size);
  }

  /** A word in pieces that fit. */
  #pieces(word: string, weight: Weight, width: number): string[] {
    if (this.#width(word.trimEnd(), weight) <= width) return [word];
    const pieces: string[] = [];
    for (const letter of word) {
      const longer = `${pieces.at(-1) ?? ''}${letter}`;
      if (pieces.length > 0 && this.#width(longer.trimEnd(), weight) <= width) pieces[pieces.length - 1] = longer;
      else pieces.push(letter);
    }
    return pieces;
  }

  #measured(lines: string[], weight: Weight, size: number): Fitted {
    const measured = lines.map((line) => ({
      runs: this.#runsOf(line, weight),
      width: this.#width(line, weight) * size,
    }));
    const apart = lines.some((line) => eastern.test(line)) ? leading.japanese : leading.latin;
    return { size, height: lines.length * size * apart, leading: apart, lines: measured };
  }

  /** Pieces of a text between which a line may end. */
  #words(text: string): string[] {
    if (text.includes(breaking)) return text.split(breaking);
    const words: string[] = [];
    for (const { segment } of this.#segments.segment(text)) {
      const last = words.at(-1);
      const mayBreak =
        last === undefined ||
        /\s$/.test(last) ||
        ((eastern.test(last.at(-1)!) || eastern.test(segment[0]!)) &&
          !closing.test(segment) &&
          !opening.test(last) &&
          segment.trim() !== '');
      if (mayBreak) words.push(segment);
      else words[words.length - 1] = last + segment;
    }
    return words;
  }

  #break(words: readonly string[], weight: Weight, width: number): string[] {
    const lines: string[] = [];
    for (const word of words) {
      const longer = lines.length ? lines.at(-1)! + word : word;
      if (lines.length && this.#width(longer.trimEnd(), weight) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines.map((line) => line.trim());
  }

  /** The same number of lines, none much longer than another. */
  #evened(words: readonly string[], weight: Weight, width: number, lines: string[]): string[] {
    let [even, narrow] = [lines, width];
    while (lines.length > 1) {
      narrow *= step;
      const tried = this.#break(words, weight, narrow);
      if (tried.length > lines.length || tried.some((line) => this.#width(line, weight) > narrow)) break;
      even = tried;
    }
    return even;
  }

  #cut(lines: readonly string[], weight: Weight, width: number, most: number): string[] {
    return lines.slice(0, most).map((line, at) => {
      const isWhole = at < most - 1 || lines.length <= most;
      if (isWhole && this.#width(line, weight) <= width) return line;
      const letters = [...line];
      while (letters.length && this.#width(`${letters.join('')}…`, weight) > width) letters.pop();
      return `${letters.join('').trimEnd()}…`;
    });
  }

  #width(text: string, weight: Weight): number {
    return this.#runsOf(text, weight).reduce((sum, { width }) => sum + width, 0);
  }

  /** A line in pieces of one face each. */
  #runsOf(text: string, weight: Weight): Run[] {
    const key = `${weight} ${text}`;
    const known = this.#runs.get(key);
    if (known) return known;
    const runs: Run[] = [];
    for (const given of text) {
      const [face, letter] = this.#faceOf(given, weight);
      if (!face) continue;
      const last = runs.at(-1);
      if (last?.face === face) last.text += letter;
      else runs.push({ face, text: letter, width: 0 });
    }
    for (const run of runs) {
      const { font } = this.#open(run.face);
      run.width = font.layout(run.text, this.#look.features).advanceWidth / font.unitsPerEm;
    }
    this.#runs.set(key, runs);
    return runs;
  }

  /** The face that has a letter, and what is drawn for it. */
  #faceOf(letter: string, weight: Weight): [face: string | undefined, letter: string] {
    // Punctuation and figures beside Japanese are of its own face where they are as wide as its letters.
    const order = eastern.test(letter) ? ['japanese', 'latin'] : ['latin', 'japanese'];
    const names = order.map((one) => `${weight} ${one}`);
    const face = names.find((name) => this.#open(name).font.hasGlyphForCodePoint(letter.codePointAt(0)!));
    const { missing } = this.#look;
    if (face || !missing || letter === missing || unseen.test(letter)) return [face, letter];
    return this.#faceOf(missing, weight);
  }

  #open(face: string): OpenFont['_font'] {
    this.#pdf.font(face);
    return (this.#pdf as unknown as OpenFont)._font;
  }

  /** Draws fitted lines. @param x of their middle, or of their left or right end @param y of their upper edge */
  draw({ lines, size, leading }: Fitted, { x, y, align }: { x: number; y: number; align: keyof typeof before }): void {
    lines.forEach((line, at) => {
      let left = x - line.width * before[align];
      const baseline = y + at * size * leading + size * 0.86;
      for (const { face, text, width } of line.runs) {
        this.#pdf.font(face).fontSize(size * pointsPerMm);
        const { features = [] } = this.#look;
        const options = { lineBreak: false, baseline: 'alphabetic', features } as const;
        this.#pdf.text(text, left * pointsPerMm, baseline * pointsPerMm, options);
        left += width * size;
      }
    });
  }
}

/** The type has no ʻokina; this quotation mark is drawn as one. */
const drawable = (text: string) => text.normalize('NFC').replaceAll('ʻ', '‘').replace(/\s+/gu, ' ').trim();

import type { KitLanguage } from '../../../contract/print-kit-forms.ts';
import { kitWords } from '../../../contract/print-kit-words.ts';
import type { Fitted, Type, Weight } from '../../platform/pdf/set-type.ts';
import type { Piece } from './layouts.ts';

/** What a card says. */
export interface CardWords {
  product: string;
  place: string;
  /** The code in words. */
  code: string;
  /** Where it is typed. */
  address: string;
  language: KitLanguage;
  room?: number | undefined;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How a card is laid out, in millimetres. */
export interface Face {
  /** Bands of ink, which go on over the cut, and the border below the upper one. */
  bands?: { top: Box; bottom: Box; border: number };
  /** With its quiet zone. */
  code: { x: number; y: number; side: number };
  logo?: Box | undefined;
  texts: { fitted: Fitted; x: number; y: number; align: 'center' | 'left'; onBand?: true }[];
}

interface Given {
  words: CardWords;
  type: Type;
  /** Width by height of the logo, if there is one. */
  logo: { width: number; height: number } | undefined;
  /** What is kept free below its upper edge, as for the hole of a hanger. */
  headroom: number;
}

/** Lays out a card: beside each other where it is wide, else below. */
export function layFace(piece: Piece, given: Given): Face {
  return piece.width > piece.height * 1.2 ? layWide(piece, given) : layTall(piece, given);
}

const within = ({ width, height }: { width: number; height: number }, most: { width: number; height: number }) => {
  const scale = Math.min(most.width / width, most.height / height);
  return { width: width * scale, height: height * scale };
};

/** Bands, with the name of the product in the upper one. */
function frame({ x, y, width, height }: Piece, bandHeight: number, headroom: number, { words, type }: Given) {
  const top = { x, y, width, height: bandHeight + headroom };
  const bottom = { x, y: y + height - bandHeight * 0.4, width, height: bandHeight * 0.4 };
  const size = bandHeight * 0.5;
  const product = type.fit(words.product, { width: width * 0.8, weight: 'strong', size, least: size / 2, lines: 1 });
  const name = { fitted: product, x: x + width / 2, y: y + headroom + (bandHeight - product.height) / 2 - size * 0.05 };
  const border = bandHeight * 0.22;
  return { bands: { top, bottom, border }, name: { ...name, align: 'center' as const, onBand: true as const } };
}

/** What stands around the code, at sizes in parts of a card's. */
function textsOf({ words, type }: Given, unit: number, width: number, placeLines = 2) {
  const { sentence, typed, room } = kitWords[words.language];
  const set = (text: string, weight: Weight, size: number, lines: number, least = 2.1) =>
    type.fit(text, { width, weight, size: size * unit, least: Math.min(least, size * unit), lines });
  return {
    room: words.room === undefined ? undefined : set(room(words.room), 'strong', 11, 1),
    place: set(words.place, 'strong', words.room === undefined ? 9 : 7.5, placeLines, 2.6),
    sentence: set(sentence, 'body', 4.8, 3),
    code: set(words.code, 'strong', 5, 1, 1.9),
    typed: set(typed(words.address), 'body', 3.5, 3, 1.9),
  };
}

/** Puts parts below each other with the same room between them. @returns where each begins */
function stack(heights: readonly number[], from: number, height: number, mostGap: number): number[] {
  const left = height - heights.reduce((sum, one) => sum + one, 0);
  const gap = Math.min(mostGap, left / (heights.length + 1));
  let y = from + (left - gap * (heights.length - 1)) / 2;
  return heights.map((one) => {
    const at = y;
    y += one + gap;
    return at;
  });
}

/** How far words give way to the code, and to each other. */
const smallest = 0.7;
const step = 0.94;

function layTall(piece: Piece, given: Given, scale = 1): Face {
  const { x, width, height } = piece;
  // Too low for all: the code and the names come first.
  const isSquare = height - given.headroom < width * 1.25;
  const unit = (scale * Math.min(width, (height - given.headroom) * 0.72)) / 100;
  const { bands, name } = frame(piece, isSquare ? width * 0.12 : Math.min(width, height) * 0.13, given.headroom, given);
  const middle = x + width / 2;
  const texts = textsOf(given, unit, width * 0.84, isSquare && given.logo ? 1 : 2);
  const from = bands.top.y + bands.top.height + bands.border;
  const room = bands.bottom.y - from;
  const logo =
    given.logo && within(given.logo, { width: width * 0.5, height: scale * Math.min(room * 0.12, width * 0.16) });
  const above = [...(logo ? [logo.height] : []), texts.place.height, ...(isSquare ? [] : [texts.sentence.height])];
  const below = [texts.code.height, ...(isSquare ? [] : [texts.typed.height])];
  const rest = [...above, ...below].reduce((sum, one) => sum + one, 0);
  const gaps = (above.length + below.length + 2) * unit * (isSquare ? 1.6 : 2.2);
  const side = Math.min(width * (isSquare ? 0.74 : 0.72), room - rest - gaps);
  if (side < width * 0.58 && scale > smallest) return layTall(piece, given, scale * step);
  const tops = stack([...above, side, ...below], from, room, unit * 8);
  const at = tops[Symbol.iterator]();
  const next = () => at.next().value!;
  const logoBox = logo ? { ...logo, x: middle - logo.width / 2, y: next() } : undefined;
  const put = (fitted: Fitted) => ({ fitted, x: middle, y: next(), align: 'center' as const });
  const placed = [put(texts.place), ...(isSquare ? [] : [put(texts.sentence)])];
  const code = { x: middle - side / 2, y: next(), side };
  placed.push(put(texts.code), ...(isSquare ? [] : [put(texts.typed)]));
  return { bands, code, logo: logoBox, texts: [name, ...placed] };
}

function layWide(piece: Piece, given: Given, scale = 1): Face {
  const { x, y, width, height } = piece;
  const unit = Math.min(width * 0.62, height) / 100;
  const { bands, name } = frame(piece, height * 0.15, given.headroom, given);
  const from = y + bands.top.height + bands.border;
  const room = bands.bottom.y - from;
  const margin = width * 0.04;
  const half = width * 0.44;
  const code = textsOf(given, unit, half).code;
  const side = Math.min(half, room - code.height - unit * 5);
  const left = x + margin * 1.4 + side + margin;
  const texts = textsOf(given, unit * scale, x + width - margin * 1.4 - left);
  const logo =
    given.logo && within(given.logo, { width: (x + width - margin * 1.4 - left) * 0.8, height: scale * room * 0.18 });
  const parts = [texts.room, texts.place, texts.sentence, texts.typed].filter((one) => one !== undefined);
  const heights = [...(logo ? [logo.height] : []), ...parts.map((part) => part.height)];
  const needed = heights.reduce((sum, one) => sum + one, 0) + (heights.length + 1) * unit * 2;
  if (needed > room && scale > smallest) return layWide(piece, given, scale * step);
  const tops = stack(heights, from, room, unit * 8);
  const logoBox = logo && { ...logo, x: left, y: tops.shift()! };
  const [codeTop, wordsTop] = stack([side, code.height], from, room, unit * 2) as [number, number];
  const codeX = x + margin * 1.4;
  return {
    bands,
    code: { x: codeX, y: codeTop, side },
    logo: logoBox,
    texts: [
      name,
      { fitted: code, x: codeX + side / 2, y: wordsTop, align: 'center' },
      ...parts.map((fitted, at) => ({ fitted, x: left, y: tops[at]!, align: 'left' as const })),
    ],
  };
}

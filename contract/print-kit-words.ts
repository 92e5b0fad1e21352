import type { KitLanguage } from './print-kit-forms.ts';

interface KitWords {
  /** The one sentence of a card. */
  sentence: string;
  /** For who has no camera at hand; the code in words stands above it. */
  typed: (address: string) => string;
  room: (number: number) => string;
  fold: string;
  cut: string;
}

/** What is printed around a code. A sentence that is not to be broken anywhere has U+200B where it may be. */
export const kitWords: Record<KitLanguage, KitWords> = {
  en: {
    sentence: 'Scan to see what we recommend nearby',
    typed: (address) => `No camera? Type this code at ${address}`,
    room: (number) => `Room ${number}`,
    fold: 'Fold',
    cut: 'Cut out',
  },
  ja: {
    sentence: 'カメラをかざすと、\u200b近くのおすすめが\u200b開きます',
    typed: (address) => `カメラがないときは\u200b ${address} で\u200bこのコードを入力`,
    room: (number) => `${number}号室`,
    fold: '山折り',
    cut: '切り抜き',
  },
};

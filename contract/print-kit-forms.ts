/** Cards: for a counter, folded for a table, for a door, stickers, and one for each of some rooms. */
export const cardFormats = ['counter-card', 'table-tent', 'door-hanger', 'sticker', 'rooms'] as const;
/** What a print kit can be: cards, or the code alone, whatever the paper. */
export const kitFormats = [...cardFormats, 'code'] as const;
export type KitFormat = (typeof kitFormats)[number];

export const kitPapers = ['a4', 'a6', 'letter'] as const;
export type KitPaper = (typeof kitPapers)[number];

export const kitLanguages = ['en', 'ja'] as const;
export type KitLanguage = (typeof kitLanguages)[number];

/** Rooms of one file: one answer draws and reads them all, also on a busy machine. A house prints floor by floor. */
export const mostRooms = 40;
export const highestRoom = 99_999;

/** A logo is drawn a few centimetres wide: this is more than 300 dpi of it. */
export const logoRules = { mostBytes: 2 * 1024 * 1024, mostPixels: 4_000_000 } as const;

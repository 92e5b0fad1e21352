/** What the words of an advertiser's listing may not say, as far as a program can tell. */

/**
 * price_named: an amount of money, which goes stale while the operator's page has the price that is paid. price_claimed: that a price
 * is lower than others, or nothing, which nobody here can check.
 */
export type ContentRule = 'price_named' | 'price_claimed';

/** Digits of an amount: so many at most, so that what is full of digits is read in no more steps than it has of them. */
const amount = String.raw`[\d０-９][\d０-９,.，．]{0,15}`;
const sign = '[$＄€£¥￥]';

const patterns: Record<ContentRule, readonly RegExp[]> = {
  price_named: [
    new RegExp(String.raw`(?:US)?${sign}\s?${amount}`, 'iu'),
    // “2 $$ menus” have two price ranges.
    new RegExp(String.raw`${amount}\s?${sign}(?!${sign})`, 'u'),
    new RegExp(String.raw`(?:\bUSD|\bUS dollars?|\bJPY|\bEUR)\s?${amount}`, 'iu'),
    new RegExp(String.raw`${amount}\s?(?:USD|JPY|EUR|dollars?|bucks|yen|euros?)\b`, 'iu'),
    new RegExp(String.raw`${amount}\s?(?:万|千)?(?:円|ドル)`, 'u'),
  ],
  price_claimed: [
    /\b(?:cheapest|lowest|best|unbeatable|guaranteed)[\s-](?:\w{1,40}[\s-])?(?:price|rate|deal)s?\b/iu,
    /\bcheap(?:er|est)\b/iu,
    /\d{1,3}\s?(?:%|percent)\s?(?:off|discount|cheaper|less)\b/iu,
    /\b(?:for free|free of charge|completely free|free (?:tour|trip|entry|admission|gift)s?)\b/iu,
    /\b(?:discount(?:s|ed)?|on sale|special offer|limited[\s-]time)\b/iu,
    /最安|格安|激安|無料|割引|半額|[\d０-９]{1,3}\s?[%％]\s?(?:オフ|OFF|引き)|特別価格|期間限定価格/iu,
  ],
};

/** What costs nothing beside an experience may be called so: it says nothing of what the experience costs. */
const extras = '(?:parking|wi-?fi|shuttles?|pick-?ups?|lockers?)';
const extrasJa = '(?:駐車(?:場|料金)?|wi-?fi|送迎|シャトル(?:バス)?|ロッカー)';
const freeExtras = [
  new RegExp(`\\bfree\\s${extras}\\b`, 'giu'),
  new RegExp(`\\b${extras}(?:\\s(?:is|are|comes?))?\\s(?:for free|free of charge|free)\\b`, 'giu'),
  new RegExp(`${extrasJa}(?:[はもがを]|・)?無料|無料の?${extrasJa}`, 'giu'),
];

/** What of a listing is read by them; the words of its pictures are as well. */
export const wordFields = ['name', 'description', 'name_ja', 'description_ja', 'subcategory', 'meeting_point'] as const;

export interface ContentFault {
  rule: ContentRule;
  /** The words that were found, as they stand. */
  found: string;
}

/** The first of a text that breaks a rule of content; undefined where none does. */
export function contentFault(text: string): ContentFault | undefined {
  const judged = freeExtras.reduce((left, extra) => left.replace(extra, ';'), text);
  for (const rule of ['price_named', 'price_claimed'] as const)
    for (const pattern of patterns[rule]) {
      const found = pattern.exec(judged)?.[0].trim();
      if (found) return { rule, found };
    }
}

const broken: Record<ContentRule, string> = {
  price_named: 'must not name a price',
  price_claimed: 'must not say that a price is low',
};

/** What a program is told of a text that breaks a rule; undefined where none does. */
export function contentIssue(text: string): string | undefined {
  const fault = contentFault(text);
  return fault && `${broken[fault.rule]}: ${fault.found}`;
}

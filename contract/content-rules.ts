/** What the words of an advertiser's listing may not say, as far as a program can tell. */

/**
 * price_named: an amount of money, which goes stale while the operator's page has the price that is paid. price_claimed: that a price
 * is lower than others, or nothing, which nobody here can check.
 */
export type ContentRule = 'price_named' | 'price_claimed';

const patterns: Record<ContentRule, readonly RegExp[]> = {
  price_named: [
    /(?:US)?[$＄€£¥￥]\s?\d[\d,.]*/iu,
    /(?:\bUSD|\bUS dollars?|\bJPY|\bEUR)\s?\d[\d,.]*/iu,
    /\d[\d,.]*\s?(?:USD|JPY|EUR|dollars?|bucks|yen)\b/iu,
    /[\d０-９][\d０-９,.，．]*\s?(?:万|千)?(?:円|ドル)/u,
  ],
  price_claimed: [
    /\b(?:cheapest|lowest|best|unbeatable|guaranteed)[\s-](?:\w+[\s-])?(?:price|rate|deal)s?\b/iu,
    /\bcheap(?:er|est)\b/iu,
    /\d+\s?(?:%|percent)\s?(?:off|discount|cheaper|less)\b/iu,
    /\b(?:for free|free of charge|completely free|free (?:tour|trip|entry|admission|gift)s?)\b/iu,
    /\b(?:discount(?:s|ed)?|on sale|special offer|limited[\s-]time)\b/iu,
    /最安|格安|激安|無料|割引|半額|[\d０-９]+\s?[%％]\s?(?:オフ|OFF|引き)|特別価格|期間限定価格/iu,
  ],
};

/** What of a listing is read by them. */
export const wordFields = ['name', 'description', 'name_ja', 'description_ja'] as const;

export interface ContentFault {
  rule: ContentRule;
  /** The words that were found, as they stand. */
  found: string;
}

/** The first of a text that breaks a rule of content; undefined where none does. */
export function contentFault(text: string): ContentFault | undefined {
  for (const rule of ['price_named', 'price_claimed'] as const)
    for (const pattern of patterns[rule]) {
      const found = pattern.exec(text)?.[0].trim();
      if (found) return { rule, found };
    }
}

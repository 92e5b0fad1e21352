/** What the words of an advertiser's listing may not say, as far as a program can tell. */

/**
 * price_named: an amount of money, which goes stale while the operator's page has the price that is paid. price_claimed: that a price
 * is lower than others, or nothing, which nobody here can check. Words that may as well be honest, as “40% of the fuel”, are refused by
 * neither: where a pattern can misread them it asks for what makes a price of them.
 */
export type ContentRule = 'price_named' | 'price_claimed';

/*
 * All of them are held against a text as `judged` gives it: digits are 0 to 9, a blank is one, a dash is “-”. Each repetition is of so many
 * characters at most, so that no text is read in more steps than it has characters, times a few.
 */
const amount = String.raw`\d[\d,.]{0,15}`;
const sign = String.raw`\p{Sc}`;
const codes =
  '(?:USD|EUR|JPY|GBP|CHF|CAD|AUD|NZD|CNY|RMB|KRW|HKD|TWD|SGD|THB|PHP|INR|IDR|MYR|VND|MXN|BRL|SEK|NOK|DKK|PLN|CZK|ILS|AED|ZAR)';
const each = String.raw`(?:per (?:person|head|adult|child|guest|seat|pax)|a head|p\.?p\b)`;
/** What can follow where “free” is said of a price: neither a noun, as of free divers, nor “of”, as of free of cars. */
const tail = String.raw`(?![ -](?:of|from|div|rang|style|swim|roam|spirit|stand|think|camp|climb|solo|fall|hand|form|time|will|verse|surf|flight|fly|flow|rid|run|weight|spac|breath|thing|soul|hik|walk)|[\p{L}\d])`;
/** What “free” may say that there is none of: “a worry free trip”. */
const lacking =
  '(?:worry|care|stress|hassle|trouble|risk|pain|guilt|cruelty|smoke|alcohol|plastic|waste|litter|carbon|emission|fume|noise|traffic|crowd|car|barrier|step|gluten|wheat|dairy|lactose|egg|nut|peanut|soy|sugar|meat)';
/** Who may be offered for nothing what others pay. */
const spared = '(?:kids?|children|babies|infants|toddlers|locals|seniors|residents)';
/** How many, in words. */
const written1to99 = String.raw`(?:(?:ten|eleven|twelve|\w{2,5}teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine)`;
/** What of an experience a Japanese text says that it costs nothing. */
const takesPart = '(?:入場|入館|入園|参加|体験|乗船|見学|拝観)(?:料金?|費用?)?[はもが]?';
/** Where a clause ends. */
const end = '(?= ?(?:[.,;!]|$))';
const written = (source: string, flags = 'iu') => new RegExp(source, flags);

const patterns: Record<ContentRule, readonly RegExp[]> = {
  price_named: [
    written(`(?:US)?${sign} ?\\.?${amount}`),
    written(String.raw`\bRs\.? ?${amount}`),
    // “2 $$ menus” have two price ranges.
    written(`${amount} ?${sign}(?!${sign})`),
    written(String.raw`\b(?:${codes}|US dollars?) ?${amount}`),
    written(String.raw`${amount} ?(?:${codes}|dollars?|bucks|cents|yen|euros?|francs?)\b`),
    written(`${amount} ?(?:万|千|百)?(?:円|ドル|ユーロ|ウォン)`),
    // 一円 is “all around”.
    written('(?:[〇一二三四五六七八九十百千万]{2,15}|[二三四五六七八九十百千万])(?:円|ドル|ユーロ)|ワンコイン'),
    // How many, and not how much, is below ten.
    written(String.raw`(?<![\d,.])\d[\d,.]{0,13}\d ?${each}`),
    // What boats carry each is no price; what somebody pays each is.
    written(
      String.raw`(?<=\b(?:from|only|just|at|now|pay|costs?|tickets?|adults?):? )\d[\d,.]{0,13}\d each\b(?! ?[\p{L}\d])`,
    ),
    written(
      String.raw`\b(?:from|only|just|for|at) \d[\d,.]{0,15} ?(?:${each}|/ ?(?:person|head|adult|child|guest|seat)\b)`,
    ),
    // “At 9 a guest speaks” goes on.
    written(
      String.raw`\b(?:from|only|just|for|at) \d[\d,.]{0,13}\d an? (?:person|adult|child|guest|seat)\b(?! ?[\p{L}\d])`,
    ),
    written(String.raw`(?<![\d,.])\d[\d,.]{0,13}\d ?/ ?(?:person|head|adult|child|guest|seat|pax)\b`),
    written(
      String.raw`\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{2,5}teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))? (?:US )?(?:dollars|bucks|euros|yen|USD)\b`,
    ),
    // One number of each says how many may come, or how old they are.
    written(
      String.raw`\badults?:? \d{2,4}(?:\.\d\d)? ?[,;/&] ?(?:and )?(?:children|child|kids?|keiki|seniors?|teens?):? \d{1,4}(?:\.\d\d)?\b(?! (?:or|and|to|years?|yrs?)\b)`,
    ),
    written(
      String.raw`\b(?:prices?|fares?|fees?|costs?): ?\d|\b(?:prices?|fares?|rates?|fees?) (?:start|begin)s? (?:at|from) \d`,
    ),
    // “The herd was 12, now it is 200” names no second price, nor does “now only 5 are left”.
    written(
      String.raw`\b(?:was|were|normally|usually) ${amount}(?: ?[,;-])? (?:now|only)\b(?= (?:only |just |for |at )?\d)(?! (?:only |just )?\d[\d,.]{0,15} (?:are|is|remain|of)\b)`,
    ),
  ],
  price_claimed: [
    written(
      String.raw`\b(?:cheapest|lowest|best|unbeatable|guaranteed)[ -](?:(?:online|web|local|available|possible|guaranteed|island) )?(?:prices?|fares?|deals?|rates?(?! of\b))\b`,
    ),
    written(String.raw`\bcheap(?:er|est)\b`),
    written(String.raw`\b(?:great deals|(?:amazing|hot|super|special) deals?)\b`),
    // To bargain is done at a market.
    written(
      String.raw`\bbargain (?:prices?|fares?|rates?|tours?|trips?|tickets?)\b|\bbargains?\b(?<!\b(?:to|we|they|you) bargain)`,
    ),
    written(String.raw`\b(?:half|1⁄2)[ -](?:the )?(?:(?:usual|regular|normal|full) )?pric(?:e|es|ed)\b|\bhalf off\b`),
    written(
      String.raw`\b(?:promo(?:tion)?(?:al)? codes?|coupons?|cash[ -]?back|price drops?|(?:low(?:er)?|reduced|sale) prices?|reduced rates?)\b`,
    ),
    written(String.raw`\bpay less\b|\b(?:totally|completely) free${tail}`),
    // Who is watched, kept or set free pays nothing for that.
    written(
      String.raw`\b(?:kids?|children)(?<!\b(?:(?:watch|keep|sett?|lett?|see|leav|mak)(?:e|es|s|ing)?|kept|left|made) (?:the |your |our )?(?:kids?|children)) free${end}|\b${spared} (?:under|below|up to) [\w-]{1,10}(?: (?:are|go|come|get in|enter|join|ride))? free${end}`,
    ),
    written(
      String.raw`(?<![\w-]|\b${lacking} )free for (?:all |the )?${spared}\b|\b(?:entry|entrance|admission) free${end}`,
    ),
    // “Dinner for two for one hour” is no offer.
    written(
      String.raw`\b(?:two|three|2|3)[ -]for[ -](?:one|two|1|2)\b(?! (?:minute|hour|day|night|week)s?\b)|\bbuy (?:one|two|1|2),? get\b`,
    ),
    written(
      String.raw`\bsav(?:e|es|ing) (?:up to |as much as |at least |over )?\d{1,3} ?(?:%|percent|per cent)(?! (?:of|less|more)\b)`,
    ),
    // “80% off-road”, “60% less plastic” and “a 40% reduction of waste” are of no price.
    written(
      String.raw`\d{1,3} ?(?:%|percent|per cent) ?(?:off\b(?!-| (?:road|grid|piste|trail))|(?:discount|cheaper)\b|less(?= ?(?:[.,;!]|$)| expensive\b)|reduction\b(?! (?:of|in)\b))`,
    ),
    // A shop has gifts for any occasion; an offer has one for whoever comes.
    written(
      String.raw`\b(?:free|complimentary|bonus|surprise|welcome|parting) gifts?\b|\bgifts? (?:is |are )?included\b|\bgifts? (?:for|to|with) (?:every|each|all|any|your|the first)\b(?= (?:\w{1,12} )?(?:guest|visitor|customer|travell?er|booking|purchase|order|ticket|tour)s?\b)`,
    ),
    written(String.raw`\b(?:free of charge|for free${tail})`),
    written(
      String.raw`\b(?:at no (?:charge|cost)|without charge|no (?:cover|entry|entrance|admission) (?:charge|fee)s?)\b|\b(?:go|goes|gets? in|enters?|eats?|stays?|rides?|joins?|comes?) for nothing\b`,
    ),
    written(String.raw`\b(?:two|three|four|2|3|4) for the price of\b|\bsave \d{1,4}${end}`),
    written(
      String.raw`\b${written1to99} (?:percent|per cent) (?:off\b(?!-| (?:road|grid|piste|trail))|(?:discount|cheaper)\b)`,
    ),
    written(
      String.raw`\bearly[ -]bird (?:rates?|prices?|fares?|specials?|tickets?)\b|\bprices? (?:that )?beats?\b|\bbeats? (?:any|all|every|their) (?:other )?prices?\b`,
    ),
    written(String.raw`(?<![\w-]|\b${lacking} )free (?:tour|trip|entry|entrance|admission|ticket|gift)s?\b`),
    // What is let loose goes free.
    written(
      String.raw`\b(?:go|goes|get in|enters?|eats?|stays?|rides?|joins?)(?<!\b(?:turtles?|hatchlings?|birds?|owls?|seals?|dolphins?|rays?|crabs?|fish|animals?) (?:go|goes)) free${tail}`,
    ),
    written(String.raw`\b(?:entry|entrance|admission|tours?|trips?|tickets?) (?:is|are) free${tail}`),
    // What is sold at the pier is on sale there, and tickets are at the counter.
    written(
      String.raw`\b(?:discount(?:s|ed)?|(?:now|tours?|trips?|tickets?) on sale(?! (?:(?:at|in|by|near|inside|outside|on|until)|from(?! \d))\b)|(?:flash|clearance) sales?|special offers?)\b`,
    ),
    // There may be limited time for a stop.
    written(
      String.raw`\b(?:for a limited[ -]time|limited-time|limited time (?:only|offers?|deals?|prices?|rates?|sales?))\b`,
    ),
    // お得意 is whom one knows well, or what one is good at.
    written(
      String.raw`最安|格安|激安|(?:どこ|他|他社)より(?:も)?(?:お)?安|無料(?!では(?:な|あり))|タダ|割引(?!は(?:な|あり|ござい))|値下げ|半額|セール中|タイムセール|お得(?!意)|\d{1,3} ?% ?(?:オフ(?!ロード|グリッド)|引き)|(?:特別|セール)価格|期間限定価格|(?:入場|入館|入園|参加|体験|乗船|見学|拝観)(?:料金?|費用?)[はもが]?(?:なし|不要|ゼロ|かかりません)`,
    ),
  ],
};

/** What costs nothing beside an experience, and not to come after all, may be called so: it says nothing of what the experience costs. */
const extras = '(?:parking|wi-?fi|shuttles?|pick-?ups?|lockers?|cancell?ations?|rebooking)';
const extrasJa = '(?:駐車(?:場|料金)?|wi-?fi|送迎|シャトル(?:バス)?|ロッカー|キャンセル)';
const freeExtras = [
  written(`\\bfree ${extras}\\b`, 'giu'),
  written(
    `\\b${extras}(?: (?:is|are|comes?))? (?:for free|free of charge|free|at no (?:charge|cost)|without charge)\\b`,
    'giu',
  ),
  // “Cancel up to 24 hours before free of charge”, but nothing that is done or somebody else's between.
  written(
    String.raw`\bcancel\w{0,10}(?: (?:(?:and|or) (?:rebook|reschedule|change|postpone|move)|(?:your|this) (?:tours?|trips?|tickets?)|(?!(?:and|or|but|then|while|enters?|rides?|eats?|stays?|joins?|go|goes|get|is|are|${spared}|adults?|guests?|everyone|admission|entry|entrance|tours?|trips?|tickets?)\b)[\w'-]{1,15})){0,6}(?: (?:is|are))? (?:for free|free of charge|free)\b`,
    'giu',
  ),
  written(`${extrasJa}(?:[はもがを]|・)?無料|(?<!${takesPart})無料の?${extrasJa}`, 'giu'),
  // “キャンセルは前日の午後6時まで無料”: between them only until when.
  written(
    'キャンセル(?:(?:手数)?料金?)?[はもが]?(?:[\\d:日週分時間月前当以内のにはも・ ]|開始|出発|(?:ご?予約|ご?利用|体験|ツアー|開催|実施)(?=[の日時前開])|午[前後]|完全|何度|いつ|でも|まで|なら){0,14}無料|無料でキャンセル',
    'giu',
  ),
];

/** A character with what is written above or below it. */
const characters = /[\s\S][\p{M}ﾞﾟ]*/gu;
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A text as it is judged: as its reader sees it, however it was typed. Widths and styles of letters are one, and what has no width is left
 * out.
 * @returns where in the text each of its UTF-16 units begins, too, and last where it ends
 */
function judged(text: string): { judged: string; starts: number[] } {
  const parts: string[] = [];
  let isBlank = false;
  const starts: number[] = [];
  for (const { 0: given, index } of text.matchAll(characters)) {
    const plain = given
      .replace(unseen, '')
      .normalize('NFKC')
      .replace(/\p{Pd}/gu, '-')
      .replace(/\s+/gu, ' ');
    const added = isBlank && plain.startsWith(' ') ? plain.slice(1) : plain;
    if (plain) isBlank = plain.endsWith(' ');
    for (let at = 0; at < added.length; at++) starts.push(index);
    parts.push(added);
  }
  return { judged: parts.join(''), starts: [...starts, text.length] };
}

/** What of a listing is read by them; the words of its pictures are as well. */
export const wordFields = [
  ...(['name', 'description', 'name_ja', 'description_ja', 'subcategory', 'meeting_point'] as const),
  ...(['address', 'phone'] as const),
] as const;

export interface ContentFault {
  rule: ContentRule;
  /** The words that were found, as they stand. */
  found: string;
}

/** The first of a text that breaks a rule of content; undefined where none does. */
export function contentFault(text: string): ContentFault | undefined {
  const { judged: whole, starts } = judged(text);
  const read = freeExtras.reduce((left, extra) => left.replace(extra, (words) => ';'.repeat(words.length)), whole);
  for (const rule of ['price_named', 'price_claimed'] as const)
    for (const pattern of patterns[rule]) {
      const match = pattern.exec(read);
      if (match) return { rule, found: text.slice(starts[match.index], endOf(match, starts)).trim() };
    }
}

/** Where a match ends in the text: before the next character, with what has no width between. */
const endOf = ({ 0: found, index }: RegExpExecArray, starts: readonly number[]): number =>
  starts[index + found.length]!;

const broken: Record<ContentRule, string> = {
  price_named: 'must not name a price',
  price_claimed: 'must not say that a price is low',
};

/** What a program is told of a text that breaks a rule; undefined where none does. */
export function contentIssue(text: string): string | undefined {
  const fault = contentFault(text);
  return fault && `${broken[fault.rule]}: ${fault.found}`;
}

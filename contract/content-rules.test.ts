import { expect, test } from 'vitest';
import { contentFault } from './content-rules.ts';

test.each([
  ['Only $45 for each of you', 'price_named', '$45'],
  ['US$ 1,200.50 all in', 'price_named', 'US$ 1,200.50'],
  ['From USD 45 a seat', 'price_named', 'USD 45'],
  ['It is 45 dollars at the gate', 'price_named', '45 dollars'],
  ['お一人様4,500円です', 'price_named', '4,500円'],
  ['大人４５ドル', 'price_named', '４５ドル'],
  ['¥4500 per person', 'price_named', '¥4500'],
  ['The lowest price on the island', 'price_claimed', 'lowest price'],
  ['Best online price', 'price_claimed', 'Best online price'],
  ['Now 20% off', 'price_claimed', '20% off'],
  ['Children ride for free', 'price_claimed', 'for free'],
  ['Ask for our kamaʻāina discount', 'price_claimed', 'discount'],
  ['島で最安の体験', 'price_claimed', '最安'],
  ['49$ all in', 'price_named', '49$'],
  ['Kids: 29 €', 'price_named', '29 €'],
  ['大人４５＄', 'price_named', '４５＄'],
  ['¥４，５００', 'price_named', '¥４，５００'],
  ['29 euros a seat', 'price_named', '29 euros'],
  ['お子様は無料', 'price_claimed', '無料'],
  ['All of it…45$', 'price_named', '45$'],
  ['１２，５００円から', 'price_named', '１２，５００円'],
  ['EUR ２９', 'price_named', 'EUR ２９'],
  ['Free parking, and a free tour', 'price_claimed', 'free tour'],
  ['駐車場無料、体験も無料', 'price_claimed', '無料'],
  ['Half price for locals', 'price_claimed', 'Half price'],
  ['Half‑price today', 'price_claimed', 'Half‑price'],
  ['Save 20%', 'price_claimed', 'Save 20%'],
  ['Save up to 30 percent', 'price_claimed', 'Save up to 30 percent'],
  ['Two for one on Mondays', 'price_claimed', 'Two for one'],
  ['Buy one get one free', 'price_claimed', 'Buy one get'],
  ['A bargain', 'price_claimed', 'bargain'],
  ['Great deals', 'price_claimed', 'Great deals'],
  ['A gift for every guest', 'price_claimed', 'gift for every'],
  ['With a welcome gift', 'price_claimed', 'welcome gift'],
  ['Kids go free', 'price_claimed', 'go free'],
  ['The entrance is free.', 'price_claimed', 'entrance is free'],
  ['Was 99, now 49', 'price_named', 'Was 99, now'],
  ['From 49 per person', 'price_named', '49 per person'],
  ['From 9 per person', 'price_named', 'From 9 per person'],
  ['49 pp', 'price_named', '49 pp'],
  ['Only 49 each', 'price_named', '49 each'],
  ['49 CHF', 'price_named', '49 CHF'],
  ['NZD 49', 'price_named', 'NZD 49'],
  ['₩49000', 'price_named', '₩49000'],
  ['五千円', 'price_named', '五千円'],
  ['朝割でお得', 'price_claimed', 'お得'],
  ['Walk $\u200b49', 'price_named', '$\u200b49'],
  ['Walk for 49\u200b dollars', 'price_named', '49\u200b dollars'],
  ['Walk, the che\u200b\u2060\u00adapest', 'price_claimed', 'che\u200b\u2060\u00adapest'],
  ['Walk for $ \u00a0 49 all in', 'price_named', '$ \u00a0 49'],
  ['Walk for 𝟒𝟗 dollars', 'price_named', '𝟒𝟗 dollars'],
  ['大人４５ﾄﾞﾙ', 'price_named', '４５ﾄﾞﾙ'],
])('“%s” breaks %s', (text, rule, found) => expect(contentFault(text)).toEqual({ rule, found }));

test.each([
  'Feel free to ask; parking is free, the deck is smoke-free and the menu gluten-free.',
  'The best sunrise of the island, at 3,055 m, with 45 minutes of quiet.',
  'Half a day on 20 feet of outrigger, off Waikīkī. 50% of what we earn goes to the reef.',
  'On Yen Street, by the Dollar store: 2 pools, 1 lānai.',
  '大人も子どもも楽しめる、約２時間のカヌー体験です。1日4組限定。',
  'Rated 4.9 of 5; $$ for most menus, and 2 $$ menus at noon.',
  'Free parking and free Wi-Fi; the shuttle is free of charge.',
  '駐車場無料、無料Wi-Fi、送迎は無料です。無料の駐車場。',
  'A line for free divers, who go free diving at dawn; the cove is free of cars.',
  'The gift shop has gifts of the island, and wraps a gift.',
  'A great deal of shade, and half of the price range is for locals.',
  'Two canoes of 12 each, 2 towels per person, one for one.',
  'Out at 9 and 10 each morning; at 10, each of you gets a paddle. It was 26 today.',
  'ワイキキ一円を歩きます。',
  'A barrier-free entrance; guests stay free from wind.',
  '2365 Kalākaua Avenue, Honolulu, HI 96815',
  '+1 808-555-0123',
])('“%s” breaks none', (text) => expect(contentFault(text)).toBeUndefined());

test.each([
  ...[
    '1',
    '1,',
    '１，',
    '1 ',
    '$',
    'best ',
    'best-',
    'free parking ',
    ' ',
    '\u200b',
    'e\u0301',
    '\u0301',
    '千',
    'save ',
    'of 1 ',
    'ﾞ',
    '12 ',
  ],
])('two fields full of “%s” are read in a few milliseconds', (of) => {
  const text = of.repeat(5_000).slice(0, 5_000);
  contentFault(text);
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    for (const field of [text, text]) contentFault(field);
    return performance.now() - begun;
  });
  // Digits took some hundred.
  expect(Math.min(...times)).toBeLessThan(20);
});

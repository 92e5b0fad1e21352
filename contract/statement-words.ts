/** What a partner's statement says on paper. */
export const statementWords = {
  title: (month: string) => `Commission statement, ${month}`,
  of: (organization: string) => `For ${organization}`,
  made: (product: string, moment: string) =>
    `Made by ${product} on ${moment}, by Hawaiʻi’s clocks. All amounts in US dollars.`,
  soFar: 'The month is not over: what follows may still change.',
  nothing: 'Nothing moved in this month.',
  more: (count: number) => `And ${count.toLocaleString('en-US')} more, which the statement as CSV has.`,
  sums: {
    opening: 'Owed when the month began',
    earned: 'Became payable',
    clawed_back: 'Asked back',
    paid: 'Paid out',
    closing: 'Owed when the month ended',
    closingSoFar: 'Owed now',
  },
  columns: {
    booked: 'Booked',
    experience: 'Experience',
    travel: 'Travel',
    amount: 'Amount',
    share: 'Share',
    earned: 'Payable',
    clawed_back: 'Asked back',
    paid: 'Paid',
  },
  foot: (title: string, page: number, of: number) => `${title} · page ${page} of ${of}`,
};

/** What mails say to a partner of its codes. */
export interface CodeAlertMailWords {
  /** To those of a partner who look after its codes: what may have gone, or may hang elsewhere. */
  codeAlert: {
    subject: (count: number, place: string) => string;
    text: (product: string, link: string, found: Record<'quiet' | 'far', readonly AlertedCode[]>) => string;
  };
}

/** A code as it is called and in words; null where it is all of a place. */
export interface AlertedCode {
  place: string;
  code: string | null;
}

const alerted = ({ place, code }: AlertedCode) => (code ? `${place}: ${code}` : `${place}: all of its codes`);

export const codeAlertMails: CodeAlertMailWords = {
  codeAlert: {
    subject: (count, place) =>
      count === 1 ? `Please look after your QR code at ${place}` : `Please look after ${count} of your QR codes`,
    text: (product, link, { quiet, far }) =>
      [
        'Aloha,',
        ...(quiet.length
          ? [
              '',
              'these are usually scanned, and have not been for longer than chance explains. Do they still hang there, and can they be read?',
              ...quiet.map((one) => `- ${alerted(one)}`),
              '',
              'If a place is closed, pause its codes. One that is lost can be replaced. A code that is scanned again needs nothing more.',
            ]
          : []),
        ...(far.length
          ? [
              '',
              'guests who shared where they are have scanned these far from their place. Do they still hang there, or has somebody copied them?',
              ...far.map((one) => `- ${alerted(one)}`),
              '',
              'Hang back what was moved. If one was copied, request a replacement: the copy then leads nowhere. That it is scanned goes on either way, and does not mean that all is well.',
            ]
          : []),
        '',
        link,
        '',
        `${product}, trusted since 1974`,
      ].join('\n'),
  },
};

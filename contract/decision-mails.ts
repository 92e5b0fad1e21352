import type { ApprovedField } from './own-listing-form.ts';

/** What mails say to a partner of what an administrator has decided. */
export interface DecisionMailWords {
  /** What became of a partner's request for a code, with the reason where one was given. */
  qrRequest: {
    subject: (became: 'approved' | 'rejected', place: string) => string;
    text: (
      product: string,
      link: string,
      became: 'approved' | 'rejected',
      place: string,
      reason: string | null,
    ) => string;
  };
  /** To the address of an application: that it came, or that it was declined, with the reason. */
  application: {
    subject: (became: 'received' | 'declined', product: string) => string;
    text: (product: string, became: 'received' | 'declined', reason: string | null) => string;
  };
  /** What became of what a partner proposed for a place, with the reason where it was declined. */
  placeProposal: {
    subject: (became: 'approved' | 'declined', place: string) => string;
    text: (
      product: string,
      link: string,
      became: 'approved' | 'declined',
      place: string,
      reason: string | null,
    ) => string;
  };
  /** What became of what an advertiser submitted for a listing: that it is shown at all, or another link or price. */
  listingProposal: {
    subject: (became: 'approved' | 'declined', listing: ToldListing) => string;
    text: (
      product: string,
      link: string,
      became: 'approved' | 'declined',
      listing: ToldListing,
      reason: string | null,
    ) => string;
  };
  /** What an administrator has done to an advertiser's campaign, and why. */
  campaignStep: {
    subject: (did: CampaignStepTold, campaign: string) => string;
    text: (product: string, link: string, did: CampaignStepTold, campaign: string, reason: string) => string;
  };
}

export type CampaignStepTold = 'started' | 'resumed' | 'paused' | 'released' | 'ended' | 'changed' | 'deleted';

/** A listing as a mail is about it, and what of it was to be another; nothing of a new one. */
interface ToldListing {
  name: string;
  isNew: boolean;
  fields: readonly ApprovedField[];
}

const submitted: Record<ApprovedField, string> = {
  booking_url: 'the booking URL',
  website_url: 'the website URL',
  price_range: 'the price range',
};
const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** What follows from what was done to a campaign, where that does not go without saying. */
const campaignFollows: Partial<Record<CampaignStepTold, string>> = {
  changed: 'What it was before and what it is now stands in its history.',
  paused:
    'Until we release it, it stays paused, and you can make and start no other campaign of the same listing. Please write to us once it is settled.',
  released: 'It is held no more: you can resume it yourself, and start others of the same listing.',
};

export const decisionMails: DecisionMailWords = {
  application: {
    subject: (became, product) =>
      became === 'received' ? `Your application to ${product}` : `About your application to ${product}`,
    text: (product, became, reason) =>
      [
        'Aloha,',
        '',
        ...(became === 'received'
          ? [
              `somebody has applied with this e-mail address to work with ${product}. One of us reads every application. If it is a fit, an invitation comes to this address.`,
              '',
              'If that was not you, you need do nothing.',
            ]
          : [
              `thank you for your application. We cannot take it up.`,
              ...(reason ? ['', `The reason: ${reason}`] : []),
            ]),
        '',
        `${product}, trusted since 1974`,
      ].join('\n'),
  },
  listingProposal: {
    subject: (became, { name, isNew }) => {
      if (isNew) return became === 'approved' ? `${name} is published` : `${name} was not published`;
      return became === 'approved' ? `Your changes to ${name} are approved` : `Your changes to ${name} were declined`;
    },
    text: (product, link, became, { name, isNew, fields }, reason) =>
      [
        'Aloha,',
        '',
        isNew
          ? became === 'approved'
            ? `${name} was approved. Guests find it from now on.`
            : `${name} was declined, and no guest finds it. You can change it and submit it again.`
          : [
              `${listed.format(fields.map((field) => submitted[field]))} that you submitted for ${name}`,
              `${fields.length > 1 ? 'were' : 'was'} ${became}.`,
              became === 'approved' ? 'Guests see it so from now on.' : 'Guests see what was there before.',
            ].join(' '),
        ...(reason ? ['', `The reason: ${reason}`] : []),
        '',
        'Your listing:',
        link,
        '',
        `${product}, trusted since 1974`,
      ].join('\n'),
  },
  campaignStep: {
    subject: (did, campaign) =>
      did === 'released' ? `Your campaign ${campaign} is held no more` : `Your campaign ${campaign} was ${did}`,
    text: (product, link, did, campaign, reason) =>
      [
        'Aloha,',
        '',
        `an administrator of ${product} has ${did} your campaign ${campaign}.`,
        ...(campaignFollows[did] ? [campaignFollows[did]] : []),
        '',
        `The reason: ${reason}`,
        '',
        did === 'deleted' ? 'Your campaigns:' : 'The campaign:',
        link,
        '',
        `${product}, trusted since 1974`,
      ].join('\n'),
  },
  placeProposal: {
    subject: (became, place) =>
      became === 'approved' ? `Your changes to ${place} are approved` : `Your changes to ${place} were declined`,
    text: (product, link, became, place, reason) =>
      [
        'Aloha,',
        '',
        became === 'approved'
          ? `what you proposed for ${place} was approved. Guests see it from now on.`
          : `what you proposed for ${place} was declined. Guests see the place as before.`,
        ...(reason ? ['', `The reason: ${reason}`] : []),
        '',
        'The place:',
        link,
        '',
        `${product}, trusted since 1974`,
      ].join('\n'),
  },
  qrRequest: {
    subject: (became, place) =>
      became === 'approved' ? `Your QR code for ${place} is ready` : `Your QR code request for ${place} was rejected`,
    text: (product, link, became, place, reason) =>
      [
        'Aloha,',
        '',
        became === 'approved'
          ? `your QR code for ${place} was approved. Download and print it here:`
          : `your request of a QR code for ${place} was rejected.`,
        ...(became === 'rejected' ? [...(reason ? ['', `The reason: ${reason}`] : []), '', 'Your requests:'] : []),
        link,
        '',
        `${product}, trusted since 1974`,
      ].join('\n'),
  },
};

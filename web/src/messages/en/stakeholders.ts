import type { partnerTypes as PartnerTypes, StakeholderType } from '../../../../contract/invitations.ts';
import { toUse } from '../../../../contract/permission-words.ts';

export type PartnerType = (typeof PartnerTypes)[number];

const as: Record<StakeholderType, string> = { partner: 'a partner', advertiser: 'an advertiser' };

const partnerTypes: Record<PartnerType, string> = {
  hotel: 'Hotel',
  vacation_rental: 'Vacation rental',
  cafe: 'Café',
  visitor_center: 'Visitor center',
  affiliate: 'Affiliate',
};

/** Words for those who work with the guide: whom an invitation makes somebody, of which kind, and what they may use. */
export const stakeholders = { as, partnerTypes, toUse };

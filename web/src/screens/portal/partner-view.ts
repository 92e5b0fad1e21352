import { createContext, useContext } from 'react';

/** The partner whose portal an administrator looks at. */
export interface PartnerView {
  id: string;
  name: string;
}

/** The sections of the portal that the view has. */
export const viewSections = ['overview', 'codes', 'performance', 'settings'] as const;
export type ViewSection = (typeof viewSections)[number];

/** Where an administrator sees a section of a partner's portal. @param id of the organisation */
export const partnerViewOf = (id: string, section: ViewSection = 'overview') =>
  `/partners/view?partner=${id}${section === 'overview' ? '' : `&tab=${section}`}`;

export const PartnerViewContext = createContext<PartnerView | null>(null);

/** Set where the portal is looked at by an administrator, who changes nothing there; null where it is the reader's own. */
export const usePartnerView = (): PartnerView | null => useContext(PartnerViewContext);

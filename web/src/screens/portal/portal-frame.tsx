import type { ComponentProps } from 'react';
import type { Permission } from '../../../../contract/permissions.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { portalDesk } from '../../messages/en/portal-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { partnerViewOf, usePartnerView, type ViewSection, viewSections } from './partner-view.ts';
import { portalTabs } from './portal-tabs.ts';

interface PortalFrameProps extends Omit<ComponentProps<typeof DeskFrame>, 'title' | 'tabs' | 'isOver'> {
  section: ViewSection;
  permissions: readonly Permission[];
}

/** A section of the partners' portal: the reader's own, or as an administrator sees it. */
export function PortalFrame({ section, permissions, ...rest }: PortalFrameProps) {
  const view = usePartnerView();
  if (!view) return <DeskFrame title={titles.partnerPortal} tabs={portalTabs(section, permissions)} {...rest} />;
  const tabs = viewSections.map((one) => ({
    to: partnerViewOf(view.id, one),
    label: portalDesk.tabs[one],
    current: one === section,
  }));
  return <DeskFrame title={view.name} tabs={tabs} isOver {...rest} />;
}

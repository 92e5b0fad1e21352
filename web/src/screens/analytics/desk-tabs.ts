import type { Role } from '../../../../contract/roles.ts';

/** The sections of those who have a desk of figures, the first being where one arrives. */
export const deskSections = {
  admin: ['overview', 'intelligence', 'platform-revenue', 'performance', 'behavior'],
  partner: ['overview', 'intelligence', 'revenue'],
} as const;
export type DeskSection = (typeof deskSections)[keyof typeof deskSections][number];

/** Sections that there are for somebody. */
const anySection: readonly DeskSection[] = [...new Set(Object.values(deskSections).flat())];

/** The section that an address asks for, and whether a role has it: of the others they are told whose it is. */
export function deskSectionIn(query: URLSearchParams, role: Role | undefined) {
  const own: readonly DeskSection[] = role === 'admin' || role === 'partner' ? deskSections[role] : [];
  const asked = query.get('tab');
  // Who has the whole platform's has no other revenue.
  const wanted = role === 'admin' && asked === 'revenue' ? 'platform-revenue' : asked;
  const section = anySection.find((one) => one === wanted && one !== 'overview');
  if (section) return { section, isOwn: own.includes(section) };
  return { section: 'overview' as const, isOwn: own.length > 0 };
}

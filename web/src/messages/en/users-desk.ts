import type { Role } from '../../../../contract/roles.ts';
import type { AccountAction, accountStates } from '../../../../contract/users.ts';
import { number } from '../format.ts';
import { counted } from './counted.ts';
import { day, moment } from './format.ts';

const roles: Record<Role, string> = {
  traveler: 'Traveler',
  partner: 'Partner',
  advertiser: 'Advertiser',
  admin: 'Administrator',
};
const states: Record<(typeof accountStates)[number], string> = { active: 'Active', suspended: 'Suspended' };
const total = (count: number) => (count > 10_000 ? 'More than 10,000 accounts' : counted(count, 'account', 'accounts'));

/** What an entry of the audit log tells of an account. */
const history: Record<AccountAction, string> = {
  profile_created: 'Profile created',
  profile_changed: 'Profile changed',
  role_changed: 'Role changed',
  account_suspended: 'Suspended',
  account_reactivated: 'Reactivated',
  sessions_ended: 'Sessions ended',
  passkeys_reset: 'Passkeys reset',
  member_joined: 'Joined a team',
  member_changed: 'Permissions in a team changed',
  member_removed: 'Taken out of a team',
  member_left: 'Left a team',
};

/** Words of the administrators' list of accounts. */
export const usersDesk = {
  sentence: (count: number, isFiltered: boolean) =>
    isFiltered ? `${total(count)} found.` : `${total(count)}. Every change is kept in the audit log.`,
  caption: 'Accounts',
  search: 'Search by name or e-mail address',
  role: 'Role',
  state: 'State',
  roles,
  states,
  roleOf: (role: string) => roles[role as Role] ?? role,
  columns: {
    name: 'Name',
    email: 'E-mail',
    role: 'Role',
    state: 'State',
    organisation: 'Organization',
    sessions: 'Sessions',
    passkeys: 'Passkeys',
    joined: 'Joined',
    seen: 'Last seen',
  },
  none: 'No account is like that',
  noneText: 'Take a word out of the search, or choose all roles and states.',
  never: 'Never',
  number,
  nothing: 'None',
  day,
  moment,
  detail: 'About this account',
  live: 'Signed in on',
  session: (device: string, begun: string, seen: string) =>
    `${device}, since ${moment(begun)}, last seen ${moment(seen)}`,
  keys: 'Passkeys',
  passkey: (name: string, made: string, used: string | null) =>
    `${name}, since ${day(made)}, ${used ? `last used ${moment(used)}` : 'never used'}`,
  organisations: 'Organizations',
  terms: 'Statement and terms',
  organisation: (name: string, standing: string, state: string) =>
    [name, standing === 'owner' ? 'owner' : 'staff', state === 'suspended' && 'suspended'].filter(Boolean).join(', '),
  entry: (action: string) => (action in history ? history[action as AccountAction] : action.replaceAll('_', ' ')),
  changeRole: 'Change role',
  suspend: 'Suspend',
  reactivate: 'Reactivate',
  endSessions: 'End sessions',
  resetPasskeys: 'Reset passkeys',
  own: 'This is your own account: another administrator changes it.',
  titles: {
    role: 'Change a role',
    suspend: 'Suspend an account',
    reactivate: 'Reactivate an account',
    endSessions: 'End sessions',
    resetPasskeys: 'Reset passkeys',
    selection: 'Suspend accounts',
  },
  texts: {
    role: (email: string) =>
      `${email} is signed out everywhere and has the rights of the new role from then on. A partner or an advertiser owns an organization of their own, which is made where they have none.`,
    suspend: (email: string) => `${email} is signed out everywhere at once and cannot sign in until reactivated.`,
    reactivate: (email: string) => `${email} can sign in again.`,
    endSessions: (email: string) => `${email} is signed out everywhere and can sign in again.`,
    resetPasskeys: (email: string) =>
      `All passkeys of ${email} are removed, they are signed out everywhere and told by mail.`,
    selection: (count: number) =>
      `Accounts: ${number(count)}. They are signed out everywhere at once and cannot sign in until reactivated. Your own is left out.`,
  },
  byNow: {
    role: (role: string) => `The role is by now: ${role}.`,
    state: (state: string) => `The account is by now: ${state}.`,
  },
  newRole: 'New role',
  chooseRole: 'Choose a role',
  roleMissing: 'Please choose a role.',
  said: {
    role: (email: string, role: string) => `${email} is now: ${roles[role as Role] ?? role}.`,
    suspend: (email: string) => `${email} is suspended.`,
    reactivate: (email: string) => `${email} is active again.`,
    endSessions: (email: string, count: number) => `Sessions of ${email} ended: ${number(count)}.`,
    resetPasskeys: (email: string, count: number) => `Passkeys of ${email} removed: ${number(count)}.`,
    selection: (count: number, left: number) => `Suspended: ${number(count)}. Left out: ${number(left)}.`,
    begun: 'The accounts are being suspended. It goes on when you leave this page.',
  },
};

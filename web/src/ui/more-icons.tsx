import { Icon } from './icons.tsx';

/** Signs of screens that come later than the first script. */
const circle = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z';

export const ArrowIcon = () => <Icon d="M4 12h15M13 6l6 6-6 6" />;
export const CalendarIcon = () => <Icon d="M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8" />;
export const ChartIcon = () => <Icon d="M4 20h16M7 20v-7M12 20V5M17 20v-10" />;
export const ClockIcon = () => <Icon d={`${circle}M12 7.5V12l3 2`} />;
export const CloseIcon = () => <Icon d="M6 6l12 12M18 6 6 18" />;
export const CrossCircleIcon = () => <Icon d={`${circle}M9.2 9.2l5.6 5.6M14.8 9.2l-5.6 5.6`} />;
export const EyeIcon = () => (
  <Icon d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z" />
);
export const DoubleCheckIcon = () => <Icon d="m2.5 12.5 4.5 4.5L16 8M12.5 16.5l.5.5L21.5 8" />;
export const DownloadIcon = () => <Icon d="M12 4v11M7 10.5l5 5 5-5M4.5 20h15" />;
export const ExternalIcon = () => <Icon d="M9 5H5v14h14v-4M13 5h6v6M19 5l-8.5 8.5" />;
export const GlobeIcon = () => (
  <Icon d={`${circle}M3.5 12h17M12 3c-2.6 2.4-4 5.5-4 9s1.4 6.6 4 9M12 3c2.6 2.4 4 5.5 4 9s-1.4 6.6-4 9`} />
);
export const MailIcon = () => <Icon d="M3.5 5.5h17v13h-17zM3.5 7l8.5 6.5L20.5 7" />;

export const GoogleIcon = () => <Icon d="M20 12h-8M20 12a8 8 0 1 1-2.4-5.7" />;
export const KeyIcon = () => <Icon d="M8 10.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM10.8 11.7 19.5 3M15.5 7l3 3M8 14.4v.1" />;
export const LeaveIcon = () => <Icon d="M14 4H5v16h9M10 12h10M16.5 8.5 20 12l-3.5 3.5" />;
export const PersonIcon = () => <Icon d="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6" />;
export const SlidersIcon = () => <Icon d="M4 7h9M17 7h3M15 4.8v4.4M4 17h3M11 17h9M9 14.8v4.4" />;
export const BookmarkIcon = () => <Icon d="M6 4h12v16l-6-4.5L6 20z" />;
export const ShareIcon = () => <Icon d="M12 15V3.5M8 7l4-3.5L16 7M7 11H4.5v9.5h15V11H17" />;
export const TicketIcon = () => (
  <Icon d="M3.5 6.5h17V10a2 2 0 0 0 0 4v3.5h-17V14a2 2 0 0 0 0-4zM14.5 6.5v2M14.5 11v2M14.5 15.5v2" />
);
export const SearchIcon = () => <Icon d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3 20.5 20.5" />;
export const PortalIcon = () => <Icon d="M4 20V9l8-5 8 5v11M4 20h16M9 20v-6h6v6M9 10.5h.1M15 10.5h.1" />;
export const ShieldIcon = () => (
  <Icon d="M12 3.5 5 6v5.5c0 4.4 2.9 7.6 7 9 4.1-1.4 7-4.6 7-9V6zM9 12l2.2 2.2L15.2 10" />
);

/** Drawn on a 24-unit grid in one stroke weight; always beside words, so never announced. */
function Icon({ d }: { d: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

const circle = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z';

export const AlertIcon = () => <Icon d="M12 4 2.5 20h19zM12 10v4.5M12 17.3v.1" />;
export const ArrowIcon = () => <Icon d="M4 12h15M13 6l6 6-6 6" />;
export const BedIcon = () => <Icon d="M3 19V6M3 15h18v4M21 15v-2a4 4 0 0 0-4-4h-6v6M7 12h.1" />;
export const BookmarkIcon = () => <Icon d="M6 4h12v16l-6-4.5L6 20z" />;
export const CalendarIcon = () => <Icon d="M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8" />;
export const CameraIcon = () => (
  <Icon d="M4 8h3.5l1.5-2.5h6L16.5 8H20v11H4zM12 10a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z" />
);
export const CheckIcon = () => <Icon d="m4.5 12.5 5 5L19.5 7" />;
export const ClockIcon = () => <Icon d={`${circle}M12 7.5V12l3 2`} />;
export const CloseIcon = () => <Icon d="M6 6l12 12M18 6 6 18" />;
export const CompassIcon = () => <Icon d={`${circle}M15.5 8.5l-2 5-5 2 2-5z`} />;
export const CrossCircleIcon = () => <Icon d={`${circle}M9.2 9.2l5.6 5.6M14.8 9.2l-5.6 5.6`} />;
export const DoubleCheckIcon = () => <Icon d="m2.5 12.5 4.5 4.5L16 8M12.5 16.5l.5.5L21.5 8" />;
export const ExternalIcon = () => <Icon d="M9 5H5v14h14v-4M13 5h6v6M19 5l-8.5 8.5" />;
export const HomeIcon = () => <Icon d="m3.5 11.5 8.5-7 8.5 7M6 9.8V20h12V9.8M10 20v-6h4v6" />;
export const InfoIcon = () => <Icon d={`${circle}M12 11v5.5M12 7.6v.1`} />;
export const KeyboardIcon = () => <Icon d="M3 6.5h18v11H3zM7 10.2h.1M10.3 10.2h.1M13.7 10.2h.1M17 10.2h.1M8 14h8" />;
export const MailIcon = () => <Icon d="M3.5 5.5h17v13h-17zM3.5 7l8.5 6.5L20.5 7" />;
export const OfflineIcon = () => (
  <Icon d="M3 3l18 18M8.5 16.2a5 5 0 0 1 5.8-.9M5.2 12.8a9.5 9.5 0 0 1 5-2.6M13.5 10a9.5 9.5 0 0 1 5.3 2.8M2.2 9.3A14 14 0 0 1 6.7 6.5M10.3 5.2a14 14 0 0 1 11.5 4.1M12 19.5v.1" />
);
export const PinIcon = () => (
  <Icon d="M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21zM12 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z" />
);
export const ScanIcon = () => (
  <Icon d="M4 8.5V4h4.5M15.5 4H20v4.5M20 15.5V20h-4.5M8.5 20H4v-4.5M8.5 8.5h3v3h-3zM14.5 8.5h1v1M14.5 12.5h1v3h-3v-1M8.5 14.5v1" />
);
export const SearchIcon = () => <Icon d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3 20.5 20.5" />;
export const TicketIcon = () => (
  <Icon d="M3.5 6.5h17V10a2 2 0 0 0 0 4v3.5h-17V14a2 2 0 0 0 0-4zM14.5 6.5v2M14.5 11v2M14.5 15.5v2" />
);
export const TorchIcon = () => <Icon d="M7 3.5h10v4l-2.5 3V20.5h-5v-10L7 7.5zM7 7.5h10M12 13v2" />;

/** The one filled sign: a rating's star. */
export function StarIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path fill="currentColor" d="m12 3.5 2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-2.9-5.3 2.9 1.1-6-4.4-4.2 6-.8z" />
    </svg>
  );
}

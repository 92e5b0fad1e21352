/** Drawn on a 24-unit grid in one stroke weight; always beside words, so never announced. */
export function Icon({ d }: { d: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

const circle = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z';

export const AlertIcon = () => <Icon d="M12 4 2.5 20h19zM12 10v4.5M12 17.3v.1" />;
export const CheckIcon = () => <Icon d="m4.5 12.5 5 5L19.5 7" />;
export const CompassIcon = () => <Icon d={`${circle}M15.5 8.5l-2 5-5 2 2-5z`} />;
export const HeartIcon = () => (
  <Icon d="M12 20.3C6.8 16.2 3.5 13 3.5 9.2A4.4 4.4 0 0 1 12 7.6a4.4 4.4 0 0 1 8.5 1.6c0 3.8-3.3 7-8.5 11.1z" />
);
export const HomeIcon = () => <Icon d="m3.5 11.5 8.5-7 8.5 7M6 9.8V20h12V9.8M10 20v-6h4v6" />;
export const InfoIcon = () => <Icon d={`${circle}M12 11v5.5M12 7.6v.1`} />;
export const MenuIcon = () => <Icon d="M4 7h16M4 12h16M4 17h16" />;
export const OfflineIcon = () => (
  <Icon d="M3 3l18 18M8.5 16.2a5 5 0 0 1 5.8-.9M5.2 12.8a9.5 9.5 0 0 1 5-2.6M13.5 10a9.5 9.5 0 0 1 5.3 2.8M2.2 9.3A14 14 0 0 1 6.7 6.5M10.3 5.2a14 14 0 0 1 11.5 4.1M12 19.5v.1" />
);
export const PinIcon = () => (
  <Icon d="M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21zM12 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z" />
);
export const ScanIcon = () => (
  <Icon d="M4 8.5V4h4.5M15.5 4H20v4.5M20 15.5V20h-4.5M8.5 20H4v-4.5M8.5 8.5h3v3h-3zM14.5 8.5h1v1M14.5 12.5h1v3h-3v-1M8.5 14.5v1" />
);
/** The one filled sign: a rating's star. */
export function StarIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path fill="currentColor" d="m12 3.5 2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-2.9-5.3 2.9 1.1-6-4.4-4.2 6-.8z" />
    </svg>
  );
}

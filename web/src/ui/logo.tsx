/** The mark: a ridge and the sea under it, in a coin. */
export function Logo() {
  return (
    <svg width="30" height="30" viewBox="0 0 30 30" aria-hidden="true">
      <circle cx="15" cy="15" r="15" fill="var(--accent)" />
      <path
        d="m4.5 17.5 6-8.5 4 5 3-3.5 8 7M5 21.5q2.5-2.5 5 0t5 0 5 0 5 0"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="1.8"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The mark: a ridge and the sea under it, in a coin. */
export function Logo() {
  return (
    <svg width="30" height="30" viewBox="0 0 30 30" aria-hidden="true">
      <circle cx="15" cy="15" r="15" fill="var(--accent)" />
      <path
        d="M4.5 18c3.5-1 5-4 7.5-7 1.5-1.6 3-2.6 4-1.6 2 2 3.5.6 5.2 2.1 2 1.7 2.8 5 4.8 6.5M5 21.5q2.5-2.5 5 0t5 0 5 0 5 0"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="1.8"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}

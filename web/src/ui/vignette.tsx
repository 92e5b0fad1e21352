import styles from './vignette.module.css';

/** A small drawing in the guide's line: an island, a sun, the sea. Stands where there is nothing else to show. */
export function Vignette() {
  return (
    <svg className={styles.vignette} viewBox="0 0 120 64" aria-hidden="true">
      <circle cx="86" cy="18" r="9" fill="currentColor" />
      <path d="M8 46c11-3 17-10 25-18 4-4 9-7 13-4 5 4 10 2 16 4 11 3 22 13 38 18M38 29l-7 13M47 30l-4 13M56 31l1 13M65 35l5 9" />
      <path d="M4 52q5-5 10 0t10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0M24 60q5-5 10 0t10 0 10 0 10 0 10 0 10 0 10 0" />
    </svg>
  );
}

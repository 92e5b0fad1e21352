import styles from './spinner.module.css';

/** Beside words that say what is being waited for. */
export const Spinner = () => <div className={styles.spinner} />;

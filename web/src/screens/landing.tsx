import { useSession } from '../features/session/use-session.ts';
import { messages } from '../messages/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { BookmarkIcon, ScanIcon, TicketIcon } from '../ui/icons.tsx';
import { Motif } from '../ui/motif.tsx';
import { Picture } from '../ui/picture.tsx';
import styles from './landing.module.css';

const words = messages.landing;
const icons = [ScanIcon, TicketIcon, BookmarkIcon];

/** The cover of the guide. */
export function LandingScreen() {
  const { user, site } = useSession();
  return (
    <>
      <div className={styles.cover}>
        <Picture
          src="/pictures/landing.avif"
          srcSet="/pictures/landing.avif 640w, /pictures/landing-1280.avif 1280w"
          color="#869088"
          first
          bleed
        />
        <Motif />
      </div>
      <div className={styles.hero}>
        <p className={styles.kicker}>
          {words.kicker}
          <span className={styles.since}>{messages.shell.since}</span>
        </p>
        <h1 className={styles.headline}>{words.title}</h1>
        <p className={styles.lead}>{words.lead}</p>
        <div className={styles.actions}>
          <ButtonLink to="/scan" wide>
            {words.start}
          </ButtonLink>
          <ButtonLink to={user ? '/bookings' : '/auth'} look="plain" wide>
            {user ? words.bookings : words.signIn}
          </ButtonLink>
        </div>
      </div>
      <section className={styles.section} aria-labelledby="how">
        <h2 id="how" className="visually-hidden">
          {words.featuresTitle}
        </h2>
        <ul className={styles.features}>
          {words.features.map(({ title, text }, index) => {
            const Icon = icons[index]!;
            return (
              <li key={title} className={styles.feature}>
                <Icon />
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            );
          })}
        </ul>
      </section>
      <section className={styles.heritage} aria-labelledby="heritage">
        <Motif />
        <h2 id="heritage">{words.heritageTitle}</h2>
        <p>{words.heritage(site.productName)}</p>
      </section>
    </>
  );
}

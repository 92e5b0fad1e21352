import type { ApplicationRisk } from '../../../contract/application-form.ts';
import { parseUrl } from '../../../contract/parse-url.ts';
import { disposableMailDomains, freeMailDomains } from './mail-domains.ts';
import { registrableDomainOf } from './registrable-domain.ts';

/** What is known of an application and of the others. */
export interface RiskFacts {
  organization_name: string;
  contact_name: string;
  email: string;
  website: string | null;
  is_trapped: boolean;
  /** Applications from the same network within seven days before and after it, itself among them. */
  from_network: number;
  /** Others of the same mailbox. */
  same_email: number;
  /** Others of the same organization, from other mailboxes. */
  same_organization: number;
}

export interface Risk {
  risk: ApplicationRisk;
  count: number | null;
  domain: string | null;
}

/** From one network so many are more than a house and its neighbour send. */
const manyFromNetwork = 3;

/** No two letters beside each other, a link or markup, or one character over and over. */
const isOdd = (name: string) =>
  !/\p{L}\p{M}*\p{L}/u.test(name) || /https?:|www\.|[<>{}=]/i.test(name) || /(\S)\1{4}/u.test(name);

/** What of an application speaks for a second look, the weightiest first. */
export function risksOf(facts: RiskFacts): Risk[] {
  const mailHost = facts.email.slice(facts.email.lastIndexOf('@') + 1).toLowerCase();
  const mailDomain = registrableDomainOf(mailHost);
  const isOneOf = (domains: ReadonlySet<string>) => domains.has(mailHost) || domains.has(mailDomain);
  const isFree = isOneOf(freeMailDomains);
  const websiteHost = facts.website === null ? undefined : parseUrl(facts.website)?.hostname;
  const websiteDomain = websiteHost === undefined ? mailDomain : registrableDomainOf(websiteHost);
  const found: Record<ApplicationRisk, Partial<Risk> | false> = {
    hidden_field: facts.is_trapped && {},
    disposable_mail: isOneOf(disposableMailDomains) && { domain: mailHost },
    free_mail: isFree && { domain: mailHost },
    // An address of a free provider is of another domain than any website.
    other_domain: !isFree && websiteDomain !== mailDomain && { domain: websiteDomain },
    many_from_network: facts.from_network >= manyFromNetwork && { count: facts.from_network },
    same_email: facts.same_email > 0 && { count: facts.same_email },
    same_organization: facts.same_organization > 0 && { count: facts.same_organization },
    odd_name: [facts.organization_name, facts.contact_name].some(isOdd) && {},
  };
  return Object.entries(found).flatMap(([risk, said]) =>
    said ? [{ count: null, domain: null, ...said, risk: risk as ApplicationRisk }] : [],
  );
}

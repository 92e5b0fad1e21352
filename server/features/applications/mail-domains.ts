/** Where anybody gets an address for nothing; Hawaiʻi's own providers among them. */
export const freeMailDomains: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com rocketmail.com aol.com icloud.com me.com mac.com
  proton.me protonmail.com pm.me gmx.com gmx.net gmx.de web.de mail.com zoho.com zohomail.com fastmail.com fastmail.fm hey.com tutanota.com
  tuta.io yandex.com yandex.ru mail.ru inbox.ru qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net yahoo.co.jp yahoo.co.uk
  yahoo.ca yahoo.com.au yahoo.de yahoo.fr hotmail.co.uk hotmail.co.jp hotmail.fr hotmail.de outlook.jp outlook.de live.co.uk live.jp
  docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp nifty.com excite.co.jp comcast.net verizon.net att.net sbcglobal.net
  bellsouth.net cox.net charter.net earthlink.net hawaii.rr.com hawaiiantel.net bigpond.com btinternet.com libero.it orange.fr t-online.de`
    .split(/\s+/)
    .filter(Boolean),
);

/** Whose addresses are meant to be thrown away. */
export const disposableMailDomains: ReadonlySet<string> = new Set(
  `mailinator.com guerrillamail.com guerrillamail.net sharklasers.com 10minutemail.com 10minutemail.net temp-mail.org tempmail.com tempmail.net
  tempmailo.com yopmail.com yopmail.net trashmail.com trashmail.de getnada.com nada.email dispostable.com maildrop.cc mintemail.com mohmal.com
  throwawaymail.com fakeinbox.com emailondeck.com discard.email mailnesia.com mytemp.email burnermail.io spamgourmet.com moakt.com
  mailcatch.com inboxkitten.com tempr.email 33mail.com anonbox.net spam4.me grr.la`
    .split(/\s+/)
    .filter(Boolean),
);

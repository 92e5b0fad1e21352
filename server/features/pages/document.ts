import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsKey } from '../../../contract/device-settings.ts';
import { escapeHtml } from '../../platform/http/html.ts';
import { pagePolicy } from '../../platform/http/security-headers.ts';
import { manifestPath } from './install.routes.ts';

interface ManifestChunk {
  file: string;
  isEntry?: boolean;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, ManifestChunk>;

/** What the built bundle says about scripts and styles. */
export interface Assets {
  /** Styles of the shell and of a page's lazy screens, in order. */
  stylesOf(modules: readonly string[]): string;
  /**
   * The inline script that fetches the rest after the load event, or three seconds into a page that is slow to load: the first
   * script, and beside it what these modules need.
   */
  loaderOf(modules: readonly string[]): string;
}

const entry = 'src/main.tsx';

/** Reads the manifest and style files of a build in one language. */
export function readAssets(clientFolder: string, language: string): Assets {
  const manifest: Manifest = JSON.parse(readFileSync(join(clientFolder, `manifest.${language}.json`), 'utf8'));
  const sheets = new Map<string, string>();
  const sheet = (file: string) => {
    const known = sheets.get(file);
    if (known !== undefined) return known;
    const css = readFileSync(join(clientFolder, file), 'utf8').trim();
    sheets.set(file, css);
    return css;
  };
  const cssFiles = (name: string, seen = new Set<string>()): string[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) return [];
    return [...(chunk.imports ?? []).flatMap((one) => cssFiles(one, seen)), ...(chunk.css ?? [])];
  };
  const main = manifest[entry];
  if (!main) throw new Error(`the build has no ${entry}`);
  const stylesOf = (modules: readonly string[]) =>
    [...new Set([entry, ...modules].flatMap((name) => cssFiles(name)))].map(sheet).join('');
  return {
    stylesOf: onceForEach(stylesOf),
    loaderOf: onceForEach((modules) => loaderScript(scriptsOf(manifest, [entry, ...modules]))),
  };
}

/**
 * The same, made once for each list of modules. They are those of one screen, for travelers or for a desk: at most twice as many
 * lists as there are screens.
 */
function onceForEach(make: (modules: readonly string[]) => string): (modules: readonly string[]) => string {
  const made = new Map<string, string>();
  return (modules) => {
    const key = modules.join();
    const known = made.get(key) ?? make(modules);
    made.set(key, known);
    return known;
  };
}

/** Addresses of modules and of all that they import, the modules first. */
function scriptsOf(manifest: Manifest, modules: readonly string[]): string[] {
  const known = modules.filter((name) => manifest[name]);
  const files = known.map((name) => manifest[name]!.file);
  const seen = new Set(known);
  return [...new Set([...files, ...known.flatMap((name) => importsOf(manifest, name, seen))])].map(
    (file) => `/${file}`,
  );
}

function importsOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const files: string[] = [];
  for (const one of manifest[name]?.imports ?? []) {
    if (seen.has(one)) continue;
    seen.add(one);
    files.push(manifest[one]!.file, ...importsOf(manifest, one, seen));
  }
  return files;
}

/**
 * Sets what the user set for this device before the page is painted, and whether this window has shown a page before (only the
 * first one of the installed app opens with the mark), then requests the scripts once the page with its first pictures is
 * there, or after three seconds where a picture keeps it waiting: what is read first never waits for what moves later
 * (measured: the first view comes as fast as a page without scripts).
 *
 * Buttons that are tapped before the scripts are here do nothing by themselves: each is pressed again, in turn, once the page
 * answers (`data-ready`, in main.tsx). So is a form that was sent by the Enter key while its button could not be pressed yet, and one
 * that was sent and names no address: the browser would load its page anew, without what was typed.
 *
 * A picture that cannot be had, and has no words to stand for it, leaves its colour alone instead of the browser's mark of a
 * broken one.
 *
 * As long as the scripts are not here (`data-scripts`, in main.tsx too), it asks for them again: when the network or the reader
 * comes back, and every 10 s, as a dead Wi-Fi never says that it lives again. The page is loaded anew only once all of them lie
 * in the browser's cache, so that a slow network is not set back to the beginning each time. Until then `data-late` shows that
 * one seems to be offline.
 *
 * A browser makes six connections to an HTTP/1.1 server, and pictures that hang may hold them all. So where the scripts are not
 * here after three seconds, all pictures that have not come but the first two are put back until they are. From then on, and
 * later where one that is seen, or about to be, has not come for 10 s, pictures are asked for only while they are on screen, two
 * at a time, until those are there: the others have their colour, and calls a connection. One that is on its way for 10 s and
 * more then makes way for the next, and is asked for anew, as its connection may be dead. The same where a call of the page, or
 * a script that it fetches, has no answer for a second and a half while pictures are on their way.
 */
function loaderScript(scripts: readonly string[]): string {
  const [main, ...others] = scripts;
  return (
    `try{Object.assign(document.documentElement.dataset,JSON.parse(localStorage.getItem('${settingsKey}')).attributes)}catch{}` +
    `try{const s=sessionStorage,k='holoholo-launched';if(s.getItem(k))document.documentElement.dataset.launched='';s.setItem(k,1)}catch{}` +
    `for(const [on,seen] of [['error','hidden'],['load','']])` +
    `document.addEventListener(on,({target:t})=>{if(t.localName==='img'&&!t.alt)t.style.visibility=seen},true);` +
    `(()=>{const d=document,e=d.documentElement,taps=[];` +
    `d.addEventListener('click',({target:t})=>{const b=t.closest('#root [type=button]');b&&!e.dataset.ready&&taps.push(b)},true);` +
    `d.addEventListener('keydown',({key,target:t})=>{const b=key==='Enter'&&t.closest('#root form')?.querySelector('[type=submit]:disabled');` +
    `let n=20;const click=()=>b.disabled?n--&&setTimeout(click,50):b.click();b&&!e.dataset.ready&&taps.push({isConnected:1,click})},true);` +
    `d.addEventListener('submit',v=>{const f=v.target;if(e.dataset.ready||!f.matches('#root form:not([action])'))return;v.preventDefault();` +
    `taps.push({isConnected:1,click:()=>setTimeout(()=>f.isConnected&&f.requestSubmit(),50)})},true);` +
    `new MutationObserver(()=>{for(const b of taps.splice(0))b.isConnected&&b.click()}).observe(e,{attributeFilter:['data-ready']})})();` +
    `(()=>{const p=self.trustedTypes?trustedTypes.createPolicy('holoholo-loader',{createScriptURL:u=>u}):{createScriptURL:u=>u},` +
    `d=document,e=d.documentElement.dataset,` +
    `put=i=>{if(i.src&&!i.complete){held.set(i,{srcset:i.srcset,src:i.src});i.srcset='';i.removeAttribute('src')}},` +
    `ask=i=>{if(!i.src)Object.assign(i,held.get(i));held.delete(i)},` +
    `coming=()=>[...d.images].filter(i=>i.src&&!i.complete),` +
    `fill=()=>{if(!hang||e.scripts||!sight.size)return;for(const i of sight)held.has(i)&&coming().length<2&&ask(i);` +
    `[...sight].some(i=>held.has(i)||!i.complete)||look()},` +
    `call=fetch,calls=new Set,waited=()=>[...calls].some(c=>performance.now()-c.at>1500),` +
    `seen=new IntersectionObserver(a=>{for(const{target:i,isIntersecting:on}of a)on?sight.add(i):(sight.delete(i),put(i));fill()}),` +
    `look=tick=>{const open=[...d.images].filter(i=>held.has(i)||i.src&&!i.complete),` +
    `near=open.filter(i=>{const r=i.getBoundingClientRect(),m=held.has(i)?0:300;return r.bottom>-m&&r.top<innerHeight+m});` +
    `hang=!!e.scripts||near.length>0&&waited()||near.some(i=>hang||slow.has(i));slow=new Set(near);seen.disconnect();sight.clear();` +
    `const stale=hang&&tick?coming().filter(i=>flown.has(i)):[];stale.forEach(put);if(tick)flown=new Set(coming());` +
    `if(hang)coming().slice(2).forEach(put);for(const i of[...open.filter(i=>!stale.includes(i)),...stale])hang?seen.observe(i):ask(i)},` +
    `again=event=>{look(!event);if(!e.scripts||d.hidden||asks)return;asks=1;` +
    `Promise.all(${JSON.stringify(scripts)}.map(u=>fetch(u,{cache:'reload',signal:AbortSignal.timeout(9e3)}).then(r=>r.blob().then(()=>r.ok))))` +
    `.then(a=>e.scripts&&a.every(Boolean)&&location.reload(),()=>{const l=d.querySelector('[data-words]');l.textContent=l.dataset.words;e.late=''}).then(()=>{asks=0})},` +
    `go=()=>{if(begun)return;begun=1;e.scripts='asked';for(const u of ${JSON.stringify(others)}){const l=d.createElement('link');l.rel='modulepreload';l.href=u;d.head.append(l)}` +
    `const s=d.createElement('script');s.type='module';s.src=p.createScriptURL(${JSON.stringify(main)});` +
    `s.onload=()=>{if(e.scripts==='asked')delete e.scripts};d.head.append(s);` +
    `setInterval(again,1e4);addEventListener('online',again);d.addEventListener('visibilitychange',again)},` +
    `late=()=>{go();if(e.scripts)look()};` +
    `self.fetch=(...a)=>{const c={at:performance.now()},end=()=>calls.delete(c),p=call(...a);calls.add(c);p.then(end,end);return p};` +
    `setInterval(()=>hang||waited()&&look(),1500);` +
    `let asks,begun,hang,slow=new Set,flown=slow;const held=new WeakMap,sight=new Set;` +
    `for(const on of ['load','error'])d.addEventListener(on,fill,true);` +
    `new MutationObserver(()=>hang&&!e.scripts&&look()).observe(d.documentElement,{attributeFilter:['data-scripts']});` +
    `d.readyState==='complete'?go():addEventListener('load',go);setTimeout(late,3e3)})()`
  );
}

/** JSON that may stand inside a script element. */
const embeddable = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c');

export interface Page {
  /** Tag of the language its words are in. */
  language: string;
  title: string;
  description: string;
  body: string;
  data: unknown;
  dataId: string;
  styles: string;
  loader: string;
  /** What is said while the scripts do not come, in an element of this class outside of what they take over. */
  late: { words: string; className: string };
  /** Address of this page without query, for search engines; null keeps it out of their indexes. */
  canonical: string | null;
  productName: string;
  /** Origins that pictures may come from beside any with https. */
  images: readonly string[];
  /** Hosts whose pages may be shown inside this one. */
  embedHosts: readonly string[];
}

/** The whole document of a page and the policy that fits it. */
export function renderDocument(page: Page): { html: string; policy: string } {
  const index = page.canonical
    ? `<link rel="canonical" href="${escapeHtml(page.canonical)}">`
    : '<meta name="robots" content="noindex">';
  const html =
    `<!doctype html><html lang="${page.language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">` +
    `<title>${escapeHtml(page.title)}</title><meta name="description" content="${escapeHtml(page.description)}">${index}` +
    `<meta name="theme-color" content="#f7f1e3" media="(prefers-color-scheme: light)">` +
    `<meta name="theme-color" content="#0f1d2b" media="(prefers-color-scheme: dark)">` +
    `<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">` +
    `<link rel="manifest" href="${manifestPath(page.language)}">` +
    `<style>${page.styles}</style></head><body><div id="root">${page.body}</div>` +
    `<div role="status"><p class="${page.late.className}" data-words="${escapeHtml(page.late.words)}"></p></div>` +
    `<script type="application/json" id="${page.dataId}">${embeddable(page.data)}</script>` +
    `<script>${page.loader}</script></body></html>`;
  return { html, policy: pagePolicy([page.styles], [page.loader], { images: page.images, frames: page.embedHosts }) };
}

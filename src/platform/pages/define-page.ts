/** Guards by `access`: `member` signs in first (spec 2.45, 4.04), `guest` only without a session (4.05). Pages for
 * `operator` find out themselves who is there; those for `demo` do not exist elsewhere. */
export type PageAccess = 'anyone' | 'guest' | 'member' | 'operator' | 'demo';

/** `solid`: a bar of its own. `clear`: over the picture (spec 2.17). `bare`: no top bar on phones (2.16). `hero`: both. */
export type PageHeader = 'solid' | 'clear' | 'bare' | 'hero';

interface PageFacts {
  /** A kids session opens it, or is redirected to /kids. */
  readonly kids: 'open' | 'closed';
  readonly header: PageHeader;
  /** `expected`: the data of the shell's menus is asked for with the first call of the page. */
  readonly menus: 'expected' | 'none';
  /** Its addresses in the sitemap's part of fixed pages. Rows of the catalogue have parts of their own. */
  readonly sitemap: readonly string[];
}

/** Personal, or sets a cookie. It is never stored or loaded ahead, and takes forms. */
interface PersonalPage extends PageFacts {
  readonly cache: 'personal';
  readonly access: PageAccess;
}

/** All visitors of a language share it, and the edge stores it, so it is open to anyone. */
interface SharedPage extends PageFacts {
  readonly cache: 'shared';
  /** The query parameters that it reads; every other one is dropped before it sees them. */
  readonly parameters: readonly string[];
  /** `accepted`: it has a form that works without JavaScript. */
  readonly forms: 'accepted' | 'refused';
  /** A browser fetches or renders it before a press, or does neither (decision 077). */
  readonly ahead: 'none' | 'fetch' | 'render';
  /** Differences of the address without the parameter of a `[...name]` file. */
  readonly bare?: Partial<Pick<SharedPage, 'parameters' | 'forms' | 'ahead' | 'header'>>;
}

export type PageDefinition = PersonalPage | SharedPage;

export function definePage<P extends PageDefinition>(page: P): P {
  return page;
}

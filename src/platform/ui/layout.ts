import type { Seo } from '../seo/seo.ts';

/** What every layout of src/shell takes. */
export interface LayoutProps {
  seo: Seo;
  /** The page begins with a picture, which lies under the header. */
  overlay?: boolean;
  /** The title that #play opens. */
  title?: { kind: string; id: number };
}

/** A layout that a page hands to its body: features know no shell. */
export type Layout = (props: LayoutProps) => astroHTML.JSX.Element;

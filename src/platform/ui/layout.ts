import type { Seo } from '../seo/seo.ts';

interface LayoutProps {
  seo: Seo;
  overlay?: boolean;
  title?: { kind: string; id: number };
}

/** Pages hand their layout to a body: features do not know the shell. */
export type Layout = (props: LayoutProps) => astroHTML.JSX.Element;

export type ProseLayout = (props: {
  name: string;
  description: string;
  path: string;
  noindex?: boolean;
  wide?: boolean;
}) => astroHTML.JSX.Element;

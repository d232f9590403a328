/** Who may open a page (spec 2.45, 4.04 to 4.06). A page that no rule names is free for everybody. */
const SIGNED_IN = /^\/(profile|payments)(\/(list(\/[^/]*)?|settings))?$|^\/payments\/[^/]+$/;

/** Whether a guest who asks for this path is sent to /login first, and back afterwards. */
export function needsSignIn(pathname: string): boolean {
  return SIGNED_IN.test(pathname.replace(/\/$/, ''));
}

/**
 * Runs in <head> before the first paint: the chosen theme (spec 4.23, kept in local storage) and whether somebody is
 * signed in. It stands alone so that astro.config.mjs can allow exactly this script by its hash.
 */
export const HEAD_SCRIPT =
  "(function(d){var r=d.documentElement,t;try{t=localStorage.getItem('theme')}catch(e){}" +
  "if(t==='dark'||t==='light')r.dataset.theme=t;" +
  "if(/(^|; )signed_in=1/.test(d.cookie))r.dataset.signedIn=''})(document)";

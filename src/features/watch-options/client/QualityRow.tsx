import type { Download } from '../../downloads/contract.ts';
import { paths } from '../../../platform/paths.ts';
import { nameLanguage } from '../../../platform/text/code-names.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { languageList } from '../../../platform/ui/language-list.ts';
import { formatPaid } from '../../../platform/ui/paid-text.ts';
import { sizeText } from '../../../platform/ui/size-text.ts';

interface Props {
  download: Download;
  isIn: boolean;
  appPage: string | null;
  onToggle: (download: Download, isIn: boolean) => void;
}

export function QualityRow({ download, isIn, appPage, onToggle }: Props) {
  const { id, name, quality, size, amount, owned, subtitles, subtitle_files: files, url, is_outside } = download;
  const free = owned ? m.download_owned() : m.download_free();
  return (
    <li className="quality">
      <b>
        <bdi>{quality}</bdi>
      </b>
      {size > 0 && <span className="muted">{sizeText(size)}</span>}
      <span>{amount > 0 ? m.toman({ amount: formatPaid(amount) }) : free}</span>
      {subtitles.length > 0 && (
        <small className="muted">{m.download_subtitles({ languages: languageList(subtitles) })}</small>
      )}
      {is_outside && <small className="muted">{m.download_outside()}</small>}
      {url !== null && (
        <a className="btn-solid" href={url} download aria-label={m.download_now_named({ name, quality })}>
          {m.download_now()}
        </a>
      )}
      {files.map((file) => (
        <a
          key={file.lang}
          className="min-h-11 inline-flex items-center underline"
          href={file.url}
          download
          aria-label={m.download_subtitle_named({ language: nameLanguage(file.lang), name, quality })}
        >
          {m.download_subtitle({ language: nameLanguage(file.lang) })}
        </a>
      ))}
      {amount > 0 && (
        <form
          method="get"
          action={paths.download()}
          onSubmit={(event) => {
            event.preventDefault();
            onToggle(download, isIn);
          }}
        >
          <input type="hidden" name="items" value={id} />
          {appPage !== null && <input type="hidden" name="from" value={appPage} />}
          <button
            type="submit"
            className="btn-line"
            aria-label={isIn ? m.basket_remove_named({ name, quality }) : m.basket_add_named({ name, quality })}
          >
            {isIn ? m.basket_remove() : m.basket_add()}
          </button>
        </form>
      )}
    </li>
  );
}

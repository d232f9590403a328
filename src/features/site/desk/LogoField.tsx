import { Refusal } from '../../../platform/desk/Screen.tsx';
import type { Logo } from '../../../platform/config/brand.ts';
import type { Theme } from '../../../platform/config/colours.ts';
import { IMAGE_WIDTHS } from '../../../platform/image-widths.ts';
import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { DropField } from '../../catalogue/desk/art/DropField.tsx';
import { useLogoUpload } from './use-logo-upload.ts';

interface Props {
  theme: Theme;
  logo: Logo | null;
  error: string | undefined;
  onChange: (logo: Logo | null) => void;
}

export function LogoField({ theme, logo, error, onChange }: Props) {
  const upload = useLogoUpload(onChange);
  const name = theme === 'dark' ? m.brand_logo_dark() : m.brand_logo_light();
  return (
    <section className="desk-place" aria-label={name}>
      <h3>{name}</h3>
      <DropField
        label={m.art_choose({ name })}
        hint={m.brand_logo_hint({ width: formatNumber(IMAGE_WIDTHS.wordmark[0]) })}
        upload={{ ...upload, isSuccess: false }}
        onFile={(file, fileName) => {
          upload.mutate({ file, name: fileName });
        }}
      >
        {logo === null ? (
          <span className="desk-none">{m.brand_logo_none()}</span>
        ) : (
          <span className="desk-logo" data-theme={theme}>
            <img src={paths.image(logo.art, IMAGE_WIDTHS.wordmark[0])} alt={m.art_now({ name })} />
          </span>
        )}
      </DropField>
      {error !== undefined && <p className="desk-fails">{error}</p>}
      <Refusal error={upload.error} />
      {logo !== null && (
        <div className="desk-buttons">
          <Button
            look="link"
            aria-label={m.art_remove_of({ name })}
            onClick={() => {
              onChange(null);
            }}
          >
            {m.art_remove()}
          </Button>
        </div>
      )}
    </section>
  );
}

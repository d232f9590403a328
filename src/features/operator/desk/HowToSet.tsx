import { Code } from '../../../platform/desk/Parts.tsx';
import { m } from '../../../platform/text/desk/messages.js';

interface Props {
  settings: readonly { name: string; is_secret: boolean }[];
}

/** Neither host lets the site write its own settings. */
export function HowToSet({ settings }: Props) {
  return (
    <details>
      <summary>{m.services_how()}</summary>
      <p className="desk-note">{m.services_how_worker()}</p>
      {settings.map(({ name, is_secret: isSecret }) => (
        <p key={name}>
          <Code text={isSecret ? `npx wrangler secret put ${name}` : `wrangler.toml [vars]: ${name} = "…"`} />
        </p>
      ))}
      <p className="desk-note">{m.services_how_node()}</p>
      {settings.map(({ name }) => (
        <p key={name}>
          <Code text={`${name}=…`} />
        </p>
      ))}
    </details>
  );
}

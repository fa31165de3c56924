/** What documentation writes where a key or password goes. */
const MARKED =
  /^(?:[<$%{[*]|#\{|\.{2,}|…)|\*{3}|\.{3}|…|x{4,}|0{8,}|your|example|placeholder|change.?me|process\.env|os\.environ|secrets\.|getenv|env\(|dummy|redacted|&nbsp/i
/** Where it is read from. */
const FILE = /^(?:\.{1,2}|~|\/(?:etc|run|var|home|usr|tmp|mnt|opt))\//
/** `YOUR_TOKEN`, `CLIENT_SECRET`, `PASSWORD`: the name of a variable. */
const VARIABLE = /^[A-Z]+(?:[_-][A-Z]+)*$/
/** Said of passwords and tokens, and none themselves. */
const WORDS = new Set(
  'string str text varchar boolean bool number null nil none undefined true false required optional password passwd pass passwort secret token bearer basic apikey key user username admin hash hashed md5 sha1 sha256 sha512 bcrypt scrypt argon2 argon2id pbkdf2 base64 utf8 utf-8 oauth2 2fa jwt hs256 rs256 ed25519 aes256'.split(
    ' ',
  ),
)

export const isPlaceholder = (value: string): boolean =>
  MARKED.test(value) || FILE.test(value) || VARIABLE.test(value) || WORDS.has(value.toLowerCase())

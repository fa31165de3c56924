/** A wrong or missing setting, with a message that tells a newcomer how to fix it. */
export class ConfigError extends Error {}

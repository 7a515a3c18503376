# fish completion for stos: commands and options as the program itself tells them.
function __stos_commands
    LC_ALL=C LANGUAGE=en stos --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) *\(.*\)$/\1\t\2/p'
end
function __stos_options
    LC_ALL=C LANGUAGE=en stos (commandline -opc)[2] --help | grep -oE -- '--[a-z][a-z-]+' | sort -u
end
complete -c stos -n __fish_use_subcommand -f -a '(__stos_commands)'
complete -c stos -n 'not __fish_use_subcommand' -a '(__stos_options)'

# fish completion for stos: the program itself tells what may follow (`stos complete`).
function __stos_next
    stos complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null
end
complete -c stos -f -a '(__stos_next | string match -v :files)'
complete -c stos -F -n '__stos_next | string match -q :files'
